// What the people of a suit wear and look like; printed, so the same by day and by night.
export interface Palette {
  /** The paper behind them. */
  tint: string;
  cloth: string;
  trim: string;
  skin: string;
  hair: string;
}

export const PALETTES: Record<string, Palette> = {
  t: { tint: "#ffe3a0", cloth: "#d98a12", trim: "#8a4b00", skin: "#b5774a", hair: "#2f2530" },
  h: { tint: "#fbd0d3", cloth: "#c4203a", trim: "#f2b134", skin: "#f6c7a8", hair: "#8e3b1c" },
  c: { tint: "#cbe7cf", cloth: "#1f7a43", trim: "#f2b134", skin: "#84522f", hair: "#241d2b" },
  s: { tint: "#d8d5e6", cloth: "#3d3955", trim: "#b9b4d0", skin: "#f1d3bd", hair: "#b9b2a6" },
  d: { tint: "#cfe0fb", cloth: "#1f5fbf", trim: "#9ad1e8", skin: "#e2ad80", hair: "#e0a93b" },
};
export const GOLD = "#f2b134";
export const WHITE = "#fffaf0";
