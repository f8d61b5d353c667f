// The models that are configured: the proxy is started with the environment as it is, and says what it offers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
};

/** Starts the proxy that `PROXY` names, and gives the models that it offers with what stops it; without it there are none. */
export async function models() {
  if (!process.env.PROXY) return { models: [], stop: () => {} };
  const port = await freePort();
  const child = spawn(process.env.PROXY, ["--listen", `127.0.0.1:${port}`], { stdio: ["ignore", "ignore", "inherit"] });
  const proxy = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      const offered = await (await fetch(`${proxy}/config.json`)).json();
      const models = offered.models.map(({ dialect, name, label }) => ({ label: label ?? name, model: { proxy, dialect, name } }));
      return { models, stop: () => child.kill() };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  child.kill();
  throw new Error("the proxy does not answer");
}
