// A session token from a proxy that wants work done for it (`proof_bits`, crates/proxy/README.md#work-before-a-token).
//
//   model: { proxy, dialect: "anthropic", name: "…", token: tokenWithProof(proxy, crypto.randomUUID()) }

/** Gives a function that fetches a session token: `() => Promise<string>`. What its UUID has spent counts over all its tokens. */
export function tokenWithProof(proxy, session) {
  const ask = (proof) =>
    fetch(new URL("/v1/token", proxy), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session, proof }),
    });
  return async () => {
    let response = await ask();
    if (response.status === 403) {
      const { error } = await response.json();
      if (error.code !== "proof_required") {
        throw new Error(error.message);
      }
      response = await ask(await solve(error.challenge, error.bits));
    }
    const body = await response.json();
    if (!response.ok) {
      throw new Error(body.error.message);
    }
    return body.token;
  };
}

/** Looks for the number whose hash with the challenge begins with so many bits of 0. */
export async function solve(challenge, bits) {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += 256) {
    // Many at a time: each hash alone would wait for its turn.
    const proofs = Array.from({ length: 256 }, (_, at) => `${challenge}:${first + at}`);
    const hashes = await Promise.all(proofs.map((proof) => crypto.subtle.digest("SHA-256", encoder.encode(proof))));
    const found = hashes.findIndex((hash) => new DataView(hash).getUint32(0) >>> (32 - bits) === 0);
    if (found >= 0) {
      return proofs[found];
    }
  }
}
