import { svg, type SVGTemplateResult } from "lit";

/** Draws a 16-unit line icon that takes its colour from the text around it. */
const line = (path: SVGTemplateResult): SVGTemplateResult => svg`<svg
  class="icon" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor"
  stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

/** The icons, by what they mean. */
export const icons = {
  /** Stored. */
  check: line(svg`<path d="m3 8.5 3.2 3.2L13 4.8" />`),
  /** Being stored. */
  dots: line(svg`<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.2" />`),
  /** Something to know. */
  notice: line(svg`<circle cx="8" cy="8" r="6.2" /><path d="M8 7.4v3.4M8 5.1h.01" />`),
  /** Something in the way. */
  warning: line(svg`<path d="M8 2.2 14.3 13H1.7L8 2.2ZM8 6.4v3.1M8 11.4h.01" />`),
  /** Another tab, locked here. */
  lock: line(svg`<rect x="3.2" y="7" width="9.6" height="6.6" rx="1.6" /><path d="M5.4 7V5.2a2.6 2.6 0 0 1 5.2 0V7" />`),
  /** No network. */
  offline: line(
    svg`<path d="m2.5 2.5 11 11M1.8 6.6A9 9 0 0 1 5 4.6m3-.6a9 9 0 0 1 6.2 2.6M4 9.2a5.8 5.8 0 0 1 3-1.6m3 .4a5.8 5.8 0 0 1 2 1.2M8 12.4h.01" />`,
  ),
  /** Sends; points up, so it means the same from right to left. */
  send: line(svg`<path d="M8 13V3.4M3.8 7.4 8 3.2l4.2 4.2" />`),
  /** A microphone: listens. */
  mic: line(svg`<rect x="5.8" y="1.8" width="4.4" height="7.6" rx="2.2" /><path d="M3.4 7.4a4.6 4.6 0 0 0 9.2 0M8 12v2.2" />`),
  /** Reads aloud. */
  speaker: line(svg`<path d="M2.4 6.2v3.6h2.4L8.2 13V3L4.8 6.2H2.4ZM10.6 6a2.8 2.8 0 0 1 0 4M12.6 4a5.6 5.6 0 0 1 0 8" />`),
  /** Pauses. */
  pause: line(svg`<path d="M5.6 3.6v8.8M10.4 3.6v8.8" />`),
  /** A pencil: edits. */
  pencil: line(svg`<path d="m3 13 .6-2.8 7-7a1.3 1.3 0 0 1 1.9 0l.3.3a1.3 1.3 0 0 1 0 1.9l-7 7L3 13Z" />`),
  /** Takes away. */
  cross: line(svg`<path d="m4 4 8 8M12 4l-8 8" />`),
  /** Opens what is below; points down, so it means the same from right to left. */
  chevron: line(svg`<path d="m4 6.2 4 4 4-4" />`),
  /** Takes home. */
  download: line(svg`<path d="M8 2.8v7.4M4.8 7.2 8 10.4l3.2-3.2M3 13.2h10" />`),
};
