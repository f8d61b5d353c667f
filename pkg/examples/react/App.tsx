import { ColloquyInterview, type ColloquyInterviewProps } from "colloquy/react";
import { useState } from "react";

type Result = Parameters<NonNullable<ColloquyInterviewProps["onComplete"]>>[0]["detail"];

export function App() {
  const [result, setResult] = useState<Result>();
  return (
    <main>
      <h1>What stayed with you?</h1>
      <ColloquyInterview
        guide="reflective"
        subject="workshop-2026-11"
        material={{
          title: "Workshop on rest",
          texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
        }}
        limits={{ questions: 3 }}
        onComplete={({ detail }) => setResult(detail)}
        onProblem={({ detail }) => console.warn(detail.code, detail.message)}
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
