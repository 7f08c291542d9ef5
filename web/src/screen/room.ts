// How large everything is drawn on a screen that a whole room looks at.

/** The window that the parts of a screen are laid out in, in pixels; the rest is zoom. */
const LYING = { width: 1100, height: 620 };
const UPRIGHT = { width: 660, height: 1100 };
const MOST = 4;

/** The zoom of a screen with so many pixels: 1.7 for 1080p, 1.2 for 720p, and never below what a desk needs. */
export function zoomFor(width: number, height: number): number {
  const room = width >= height ? LYING : UPRIGHT;
  return Math.min(MOST, Math.max(0.75, Math.min(width / room.width, height / room.height)));
}
