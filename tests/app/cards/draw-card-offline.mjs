import "./no-network.mjs";

await import("../../../app/cards/draw-card.mjs");
