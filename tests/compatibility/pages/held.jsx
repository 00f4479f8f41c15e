// State of a React page that the harness can ask for: `useHeld` is `useState` under a name.
import { useState } from "react";
import { createRoot } from "react-dom/client";

export const held = {};
globalThis.holds(() => held);

export function useHeld(name, initial) {
  const [value, set] = useState(initial);
  held[name] = value;
  return [value, set];
}

export function show(app) {
  createRoot(document.querySelector("#app")).render(app);
}
