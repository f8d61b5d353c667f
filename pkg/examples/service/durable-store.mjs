// A store of your own: sessions in the storage of a Cloudflare Durable Object, whose operations are done whole or not at all. Over another
// database it looks the same.

/** Makes an error that says why nothing was changed. */
const refusal = (code) => Object.assign(new Error(code), { code });
const place = (number) => String(number).padStart(8, "0");
/** Makes a key. No id of a session is the beginning of another's then, whatever it has in it. */
const key = (kind, session, name = "") => `${kind}/${encodeURIComponent(session)}/${name}`;

/** Makes the store; a value may have 2 MB, and so may a file here. */
export function durableStore(storage) {
  const rowOf = (at, session) => at.get(key("row", session));
  /** The row of a session that is there and that nobody else has come to write. */
  const written = async (at, session, epoch) => {
    const row = await rowOf(at, session);
    if (!row) throw refusal("deleted");
    if (epoch !== null && epoch !== row.epoch) throw refusal("taken_over");
    return row;
  };
  const drop = async (at, prefix) => {
    for (const one of (await at.list({ prefix })).keys()) await at.delete(one);
  };
  const contents = async (at, session) => {
    const row = await rowOf(at, session);
    if (!row) return null;
    const records = await at.list({ prefix: key("record", session) });
    return { row, records: [...records.values()], draft: (await at.get(key("draft", session))) ?? null };
  };
  const change = async (at, session, changes) => {
    for (const { keep, remove } of changes) {
      if (keep) await at.put(key("file", session, keep.id), keep);
      else await at.delete(key("file", session, remove));
    }
  };
  const put = async (at, { row, records, clearDraft }, first) => {
    for (const [offset, record] of records.entries()) await at.put(key("record", row.session, place(first + offset)), record);
    await at.put(key("row", row.session), row);
    if (clearDraft) await at.delete(key("draft", row.session));
  };

  return {
    append: (batch) =>
      storage.transaction(async (at) => {
        const { row, first, records, clearDraft } = batch;
        const known = await rowOf(at, row.session);
        if (!known && first > 0) throw refusal("deleted");
        if (known && known.epoch !== row.epoch) throw refusal("taken_over");
        const there = (await at.list({ prefix: key("record", row.session) })).size;
        if (first > there) throw new Error("records are missing in between");
        const added = records.slice(there - first);
        await put(at, { row: added.length > 0 ? row : known, records: added, clearDraft }, there);
      }),
    rewrite: (batch, changes) =>
      storage.transaction(async (at) => {
        const { session, epoch } = batch.row;
        const known = await rowOf(at, session);
        if (known && known.epoch !== epoch) throw refusal("taken_over");
        await drop(at, key("record", session));
        await put(at, batch, 0);
        await change(at, session, changes);
      }),
    claim: (session) =>
      storage.transaction(async (at) => {
        const row = await rowOf(at, session);
        if (row) await at.put(key("row", session), { ...row, epoch: row.epoch + 1 });
        return contents(at, session);
      }),
    read: (session) => contents(storage, session),
    async list() {
      const rows = await storage.list({ prefix: "row/" });
      const drafts = await storage.list({ prefix: "draft/" });
      return [...rows.values()].map((row) => ({ row, draftAt: drafts.get(key("draft", row.session))?.at ?? null }));
    },
    saveDraft: (session, epoch, draft) =>
      storage.transaction(async (at) => {
        await written(at, session, epoch);
        if (draft) await at.put(key("draft", session), draft);
        else await at.delete(key("draft", session));
      }),
    changeFiles: (session, epoch, changes) =>
      storage.transaction(async (at) => {
        await written(at, session, epoch);
        await change(at, session, changes);
      }),
    file: async (session, id) => (await storage.get(key("file", session, id))) ?? null,
    files: async (session) => [...(await storage.list({ prefix: key("file", session) })).values()].map(({ about }) => about),
    remove: (session) =>
      storage.transaction(async (at) => {
        const there = (await rowOf(at, session)) !== undefined;
        for (const kind of ["row", "draft"]) await at.delete(key(kind, session));
        for (const kind of ["record", "file"]) await drop(at, key(kind, session));
        return there;
      }),
  };
}
