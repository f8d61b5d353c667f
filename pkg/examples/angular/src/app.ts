import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from "@angular/core";
import "colloquy/element";
import type { ColloquyEvents } from "colloquy/element";

type Result = ColloquyEvents["colloquy-complete"];

@Component({
  selector: "app-root",
  // Angular takes tags with a hyphen for components, unless custom elements are allowed.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>What stayed with you?</h1>
      <colloquy-interview
        guide="reflective"
        subject="workshop-2026-11"
        [material]="material"
        [limits]="limits"
        (colloquy-complete)="complete($event)"
      ></colloquy-interview>
      @if (result(); as result) {
        <section aria-label="Insights">
          <h2>What you noticed</h2>
          <ul>
            @for (insight of result.findings.insights; track insight.text) {
              <li>{{ insight.text }}</li>
            }
          </ul>
        </section>
      }
    </main>
  `,
})
export class App {
  readonly material = {
    title: "Workshop on rest",
    texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
  };
  readonly limits = { questions: 3 };
  readonly result = signal<Result | undefined>(undefined);

  complete(event: CustomEvent<Result>) {
    this.result.set(event.detail);
  }
}
