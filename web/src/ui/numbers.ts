// Points as they are written: with a real minus, and where they are added with their sign.

export const points = (number: number): string => (number < 0 ? `−${-number}` : `${number}`);
export const added = (number: number): string => (number < 0 ? points(number) : `+${number}`);
