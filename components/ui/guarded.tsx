"use client";

import { Component, type ReactNode } from "react";

/** What breaks within it is replaced by `broken`, and the page around it stands. */
export class Guarded extends Component<{ broken: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.broken : this.props.children;
  }
}
