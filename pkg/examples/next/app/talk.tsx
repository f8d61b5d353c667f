"use client";

import { ColloquyInterview, type ColloquyInterviewProps } from "colloquy/react";
import { useState } from "react";

type Result = Parameters<NonNullable<ColloquyInterviewProps["onComplete"]>>[0]["detail"];

/** What has handlers belongs to the browser; the server renders the tag. */
export function Talk() {
  const [result, setResult] = useState<Result>();
  return (
    <>
      <ColloquyInterview
        guide="reflective"
        subject="workshop-2026-11"
        material={{
          title: "Workshop on rest",
          texts: [{ name: "summary.md", text: "A day about attention, rest, and why deep work needs a place of its own." }],
        }}
        limits={{ questions: 3 }}
        onComplete={({ detail }) => setResult(detail)}
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
    </>
  );
}
