import "colloquy/element";
import type { Material } from "colloquy";
import type { ColloquyEvents } from "colloquy/element";
import { useState } from "react";

// Made once: another object would be another material, and open another interview.
const material: Material = {
  title: "Workshop on rest",
  texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
};
const limits = { questions: 3 };

export function App() {
  const [result, setResult] = useState<ColloquyEvents["colloquy-complete"]>();
  return (
    <main>
      <h1>What stayed with you?</h1>
      <colloquy-interview
        guide="reflective"
        subject="workshop-2026-11"
        material={material}
        limits={limits}
        oncolloquy-complete={({ detail }) => setResult(detail)}
        oncolloquy-error={({ detail }) => console.warn(detail.code, detail.message)}
      />
      {result && (
        <section aria-label="Insights">
          <h2>What you noticed</h2>
          <ul>
            {result.findings.insights.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
