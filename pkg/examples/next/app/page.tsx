import { Talk } from "./talk";

export default function Page() {
  return (
    <main>
      <h1>What stayed with you?</h1>
      <Talk />
    </main>
  );
}
