// What a contact card is read as.

/** Who a person is and how to reach them, as `colloquy/schemas/data/applicant_profile.json` describes. */
export interface ApplicantProfile {
  basics: {
    name: string;
    /** Profession. */
    label?: string;
    email?: string;
    phone?: string;
    url?: string;
    summary?: string;
    location?: { address?: string; postalCode?: string; city?: string; region?: string; countryCode?: string };
    profiles?: { network?: string; username?: string; url?: string }[];
  };
  /** What the reading was unsure of: `several_cards` where the file has more than the one that was read. */
  issues?: string[];
}
