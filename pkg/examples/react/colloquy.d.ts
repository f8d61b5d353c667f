// The element's properties and events as JSX knows them: React 19 sets what is a property of an element as a property, and listens
// to the event that stands behind `on`.
import type { ColloquyEvents, ColloquyInterviewElement } from "colloquy/element";
import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Own = Omit<ColloquyInterviewElement, keyof HTMLElement | "interview">;

type Listeners = {
  [Name in keyof ColloquyEvents as `on${Name}`]?: (event: CustomEvent<ColloquyEvents[Name]>) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "colloquy-interview": DetailedHTMLProps<HTMLAttributes<ColloquyInterviewElement>, ColloquyInterviewElement> &
        Partial<Own> &
        Listeners;
    }
  }
}
