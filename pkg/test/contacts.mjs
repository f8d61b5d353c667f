// Contact cards in, profiles out, in Node: three versions, what phones and mail programs make of them, and what is refused.
// `node contacts.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";

const { pickContact, readContactCard } = await import(process.argv[2] ?? "colloquy");
const read = (content) => readContactCard(new Blob([content]));
const card = (...lines) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const basics = async (...lines) => (await read(card(...lines))).basics;

// Version 3, as most address books write it: groups, types, folded lines, escapes, a picture.
assert.deepEqual(
  await read(
    card(
      "VERSION:3.0",
      "PRODID:-//Example//Address Book//EN",
      "N:Lind;Rosa;Maria;Dr.;",
      "FN:Dr. Rosa Lind",
      "ORG:Parcel & Sons\\, Ltd;Platform;",
      "TITLE:Backend engineer",
      "EMAIL;type=INTERNET;type=HOME:rosa@home.example",
      "item1.EMAIL;type=INTERNET;type=pref:rosa.lind@exa",
      " mple.org",
      "item1.X-ABLabel:_$!<Other>!$_",
      "TEL;type=FAX;type=pref:+46 1",
      "TEL;type=CELL;type=VOICE:+46 70 123 45 67",
      "item2.ADR;type=HOME;type=pref:;;Harbour 1\\nStair B;Lund;Skåne;222 22;Sweden",
      "item3.URL;type=pref:https\\://rosa.example",
      "URL:https://www.github.com/rosalind-example",
      "URL:javascript:alert(1)",
      "X-SOCIALPROFILE;type=linkedin;x-user=rosalind:https://linkedin.example/in/rosalind",
      "X-SOCIALPROFILE;type=mastodon:x-apple:rosa",
      "NOTE:Likes queues\\; and things\\nthat lose nothing.",
      "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD",
      " /2wBDAAMCAgMCAgMDAwMEAwMEBQ==",
      "BDAY:1980-01-01",
    ),
  ),
  {
    basics: {
      name: "Dr. Rosa Lind",
      label: "Backend engineer, Parcel & Sons, Ltd, Platform",
      email: "rosa.lind@example.org",
      phone: "+46 70 123 45 67",
      url: "https://rosa.example",
      summary: "Likes queues; and things\nthat lose nothing.",
      location: { address: "Harbour 1 Stair B", postalCode: "222 22", city: "Lund", region: "Skåne", countryCode: "Sweden" },
      profiles: [
        { network: "linkedin", username: "rosalind", url: "https://linkedin.example/in/rosalind" },
        { network: "mastodon", username: "rosa" },
        { network: "github.com", url: "https://www.github.com/rosalind-example" },
      ],
    },
  },
);

// Version 4: preferences as numbers, values that are addresses, quoted parameters with colons and semicolons in them.
assert.deepEqual(
  await basics(
    "VERSION:4.0",
    'FN;SORT-AS="Lind,Rosa":Rosa Lind',
    "EMAIL;PREF=2:second@example.org",
    "EMAIL;PREF=1:mailto:first@example.org",
    'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+46-70-1',
    'ADR;LABEL="Harbour 1; Lund: Sweden":;;Harbour 1;Lund;;;',
    "SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://social.example/@rosa",
  ),
  {
    name: "Rosa Lind",
    email: "first@example.org",
    phone: "+46-70-1",
    location: { address: "Harbour 1", city: "Lund" },
    profiles: [{ network: "Mastodon", url: "https://social.example/@rosa" }],
  },
);

// Version 2.1, of old phones: types without a name, letters in two writings, lines that go on, another person's card within.
assert.deepEqual(
  await basics(
    "VERSION:2.1",
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller-L=C3=BCdenscheid;J=C3=B6rg=",
    ";;;",
    "TITLE;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:K=F6hler",
    "TEL;CELL;PREF:0170 1",
    "EMAIL;INTERNET:joerg@example.org",
    "ADR;HOME:;;Am Hafen 1;Kiel;;24103;Deutschland",
    "AGENT:",
    "BEGIN:VCARD",
    "VERSION:2.1",
    "FN:Somebody Else",
    "END:VCARD",
    "PHOTO;ENCODING=BASE64;TYPE=JPEG:",
    " /9j/4AAQSkZJRg==",
    "",
  ),
  {
    name: "Jörg Müller-Lüdenscheid",
    label: "Köhler",
    email: "joerg@example.org",
    phone: "0170 1",
    location: { address: "Am Hafen 1", postalCode: "24103", city: "Kiel", countryCode: "Deutschland" },
  },
);

// Encodings and line ends that are not as they should be.
assert.equal((await read(Buffer.from(card("VERSION:2.1", "FN:J\xf6rg"), "latin1"))).basics.name, "Jörg");
assert.equal((await read(Buffer.from(`\ufeff${card("VERSION:3.0", "FN:Zoë")}`, "utf16le"))).basics.name, "Zoë");
assert.equal((await read(card("version:3.0", "fn:lower case").replaceAll("\r\n", "\n").toLowerCase())).basics.name, "lower case");
assert.equal((await read(card("VERSION:3.0", "FN:Old Mac").replaceAll("\r\n", "\r"))).basics.name, "Old Mac");
assert.equal((await basics("VERSION:3.0", "N:;;;;", "FN:", "ORG:Parcel & Sons")).name, "Parcel & Sons");
assert.equal((await basics("VERSION:3.0", "FN:Rosa \u202E\u0007Lind")).name, "Rosa Lind");

// Held to what a profile takes.
const long = await basics(
  "VERSION:3.0",
  `FN:${"😀".repeat(400)}`,
  `NOTE:${"n".repeat(30_000)}`,
  ...Array.from({ length: 50 }, (_, n) => `URL:https://site-${n}.example`),
);
assert.deepEqual([[...long.name].length, long.summary.length, long.profiles.length], [300, 4_000, 20]);

// A whole address book: the first card, and a word about it.
const book = await read(Array.from({ length: 1_000 }, (_, n) => card("VERSION:3.0", `FN:Person ${n}`)).join(""));
assert.deepEqual(book, { basics: { name: "Person 0" }, issues: ["several_cards"] });

// Refused, with what helps.
const refusal = (content) =>
  read(content).then(
    () => assert.fail("it was taken"),
    ({ code, message }) => [code, message],
  );
for (const [content, said] of [
  ["Rosa Lind", /is not a vCard file: choose a \.vcf file/],
  ["", /is not a vCard file/],
  [Buffer.from("%PDF-1.4"), /is not a vCard file/],
  ["BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Rosa", /breaks off/],
  [card("VERSION:3.0", "NOTE:nobody"), /has no name in it/],
  [card("VERSION:3.0", "FN:Rosa", `PHOTO;ENCODING=b:${"A".repeat(1_000_000)}`), /1 MB/],
]) {
  const [code, message] = await refusal(content);
  assert.equal(code, "invalid_card");
  assert.match(message, said);
}
// Nothing in it makes the reader slow or fail.
for (const hostile of [
  `FN:Rosa${'"'.repeat(900_000)}`,
  `"${"a".repeat(900_000)}`,
  `N:${";".repeat(900_000)}`,
  `FN:Rosa\r\n${"BEGIN:VCARD\r\n".repeat(60_000)}`,
  `FN:Rosa\r\n${" x\r\n".repeat(200_000)}`,
  `FN;ENCODING=QUOTED-PRINTABLE:${"=\r\n".repeat(300_000)}`,
  `FN:${"\\".repeat(900_000)}`,
]) {
  const began = performance.now();
  await read(card("VERSION:3.0", hostile)).catch(({ code }) => assert.equal(code, "invalid_card"));
  assert.ok(performance.now() - began < 3_000, `took ${performance.now() - began} ms: ${hostile.slice(0, 40)}`);
}

// The address book of the system: where there is none, where it is closed, where it may not be asked.
await assert.rejects(pickContact(), { code: "not_available" });
const picker = { select: async () => [] };
globalThis.ContactsManager = class {};
Object.defineProperty(globalThis, "navigator", { value: { contacts: picker }, configurable: true });
assert.equal(await pickContact(), null);
picker.getProperties = async () => ["name", "email"];
picker.select = async (properties, { multiple }) => {
  assert.deepEqual([properties, multiple], [["name", "email"], false]);
  return [{ name: ["Rosa Lind"], email: ["rosa@example.org"], address: [{ city: "Lund", addressLine: ["Harbour 1"] }] }];
};
assert.deepEqual(await pickContact(), {
  basics: { name: "Rosa Lind", email: "rosa@example.org", location: { address: "Harbour 1", city: "Lund" } },
});
picker.select = async () => Promise.reject(new Error("must be handling a user gesture"));
await assert.rejects(pickContact(), { code: "permission_denied" });
console.log("contacts: all checks passed");
