import type { AcrossText } from "./across.en.js";
import { pluralIn } from "./plural.js";

const plural = pluralIn("fr");

export const across: AcrossText = {
  reading: (read, of) => `Lecture de vos entretiens : ${read} sur ${of}`,
  unread: (n) =>
    plural(n, {
      one: "Un entretien n’a pas pu être lu et n’apparaît pas ici. Il n’est pas perdu.",
      other: "{n} entretiens n’ont pas pu être lus et n’apparaissent pas ici. Ils ne sont pas perdus.",
    }),
  install: {
    line: "Vous pouvez installer Colloquy sur cet appareil : il s’ouvre alors comme toute application, même hors ligne.",
    install: "Installer",
    decline: "Non merci",
  },
  search: {
    title: "Rechercher dans vos réponses",
    label: "Mots d’une question ou d’une réponse",
    hint: (n) =>
      plural(n, {
        one: "Recherche dans un entretien de cet appareil, sans tenir compte des accents ni des majuscules.",
        other: "Recherche dans {n} entretiens de cet appareil, sans tenir compte des accents ni des majuscules.",
      }),
    searching: "Recherche en cours…",
    none: "Aucun résultat. Essayez avec moins de mots, ou seulement le début d’un mot.",
    found: (hits, interviews) =>
      `${plural(hits, { one: "{n} passage", other: "{n} passages" })} dans ${plural(interviews, { one: "{n} entretien", other: "{n} entretiens" })}`,
    more: (n) => plural(n, { one: "En afficher un de plus", other: "Afficher la suite (encore {n})" }),
    noInterviews: "Il n’y a encore rien à rechercher. Ce que vous répondez dans un entretien pourra être retrouvé ici.",
  },
  steps: {
    title: "Prochaines étapes",
    standing: (open, done) => `${open} à faire, ${plural(done, { one: "{n} faite", other: "{n} faites" })}`,
    kept: "Les coches sont conservées dans ce navigateur. Elles sont supprimées avec l’entretien.",
    notKept: "Le navigateur n’a pas conservé cette coche ; elle reste jusqu’à la fermeture de la page.",
    none: "Pas encore de prochaines étapes",
    noneFinished:
      "Quand vous terminez un entretien, les prochaines étapes que vous avez citées sont réunies ici, pour que vous puissiez les cocher.",
    noneFound: "Vos entretiens terminés ne citent pas de prochaines étapes. Celles du prochain seront réunies ici.",
  },
  themes: {
    title: "Thèmes au fil du temps",
    lead: "Ce à quoi vos réponses reviennent dans les entretiens terminés, en commençant par le mois le plus récent.",
    recurring: "Dans plusieurs entretiens",
    times: (n) => plural(n, { one: "cité {n} fois", other: "cité {n} fois" }),
    interviews: (n) => plural(n, { one: "{n} entretien", other: "{n} entretiens" }),
    more: (n) => plural(n, { one: "{n} autre thème", other: "{n} autres thèmes" }),
    none: "Pas encore de thèmes",
    noneFinished: "Quand vous terminez un entretien, ses thèmes apparaissent ici. Après plusieurs, vous voyez ce qui revient.",
    noneFound: "Vos entretiens terminés n’ont pas de thèmes. Les réponses plus longues en ont en général.",
  },
};
