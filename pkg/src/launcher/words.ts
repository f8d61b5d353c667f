/** The words of the launcher, by language. */
const WORDS = {
  en: {
    open: "Interview",
    close: "Close",
    loading: "Opening the interview",
    failed: "The interview could not be loaded.",
    again: "Try again",
  },
  de: {
    open: "Interview",
    close: "Schließen",
    loading: "Das Interview wird geöffnet",
    failed: "Das Interview konnte nicht geladen werden.",
    again: "Erneut versuchen",
  },
  es: {
    open: "Entrevista",
    close: "Cerrar",
    loading: "Abriendo la entrevista",
    failed: "No se pudo cargar la entrevista.",
    again: "Intentar de nuevo",
  },
  fr: {
    open: "Entretien",
    close: "Fermer",
    loading: "Ouverture de l’entretien",
    failed: "L’entretien n’a pas pu être chargé.",
    again: "Réessayer",
  },
  ar: { open: "مقابلة", close: "إغلاق", loading: "يجري فتح المقابلة", failed: "تعذّر تحميل المقابلة.", again: "حاول مرة أخرى" },
  ja: {
    open: "インタビュー",
    close: "閉じる",
    loading: "インタビューを開いています",
    failed: "インタビューを読み込めませんでした。",
    again: "再試行",
  },
};

/** The words in a language, by its BCP 47 tag; English where there are none. */
export const wordsIn = (lang: string): (typeof WORDS)["en"] => WORDS[lang.slice(0, 2).toLowerCase() as keyof typeof WORDS] ?? WORDS.en;
