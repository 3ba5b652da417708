/**
 * The board is the same dark wood in both themes, so its colours are defined here, for the SVG and the canvas alike.
 */
export const PALETTE = {
  woodLight: "oklch(0.345 0.034 60)",
  woodDark: "oklch(0.265 0.028 60)",
  hole: "oklch(0.2 0.022 60)",
  holeRim: "oklch(0.4 0.035 62)",
  rail: "oklch(0.41 0.045 62)",
  railEdge: "oklch(0.52 0.05 66)",
  plate: "oklch(0.365 0.04 61)",
  well: "oklch(0.215 0.024 58)",
  shadow: "oklch(0.12 0.02 55)",
  brassLight: "oklch(0.95 0.06 92)",
  brass: "oklch(0.79 0.105 82)",
  brassDark: "oklch(0.5 0.085 68)",
  glow: "oklch(0.86 0.13 80)",
  ballLight: "oklch(0.8 0.12 45)",
  ball: "oklch(0.64 0.165 38)",
  ballDark: "oklch(0.42 0.13 33)",
  chosen: "oklch(0.77 0.125 42)",
  ballBand: "oklch(0.95 0.02 85)",
} as const;
