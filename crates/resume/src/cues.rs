//! Words that show a part of a line to be a position, an organisation, a school or a degree: English, German, and the
//! most common ones of Spanish and French.

use colloquy_findings::fold;

use crate::lines::{has, words};
use crate::text::Text;

const ROLES: &str = "manager engineer developer programmer designer analyst assistant consultant director officer supervisor architect \
    administrator specialist coordinator lead leader head chief president founder cofounder co-founder owner partner associate intern \
    trainee apprentice teacher lecturer professor researcher fellow scientist student tutor nurse doctor physician pharmacist surgeon \
    therapist technician operator driver mechanic electrician carpenter joiner plumber foreman clerk cashier accountant bookkeeper auditor \
    controller secretary receptionist waiter waitress chef cook porter barista bartender cleaner guard solicitor lawyer attorney paralegal \
    adviser advisor agent representative buyer planner tester editor writer journalist author translator interpreter artist photographer \
    producer librarian archivist volunteer freelancer freelance contractor executive strategist recruiter trainer coach instructor caretaker \
    postdoc midwife vp cto ceo cfo coo sre internship apprenticeship salesperson salesman saleswoman merchandiser dispatcher welder machinist \
    inspector surveyor geologist biologist chemist physicist economist statistician psychologist captain pilot steward butcher baker farmer \
    gardener tailor hairdresser realtor broker trader banker underwriter actuary counselor counsellor principal dean curator minister \
    worker helper sergeant corporal lieutenant commander soldier sister matron teller stocker proofreader copywriter \
    copyeditor videographer animator illustrator musician dancer actor actress singer detective firefighter paramedic radiographer \
    physiotherapist dentist hygienist optician vet veterinarian biochemist mathematician ranger fisherman sailor mate loader roustabout foreman \
    estimator superintendent marketer publicist fundraiser organiser organizer liaison ombudsman mediator judge magistrate notary usher \
    au-pair journeyman draughtsman draughtswoman draftsman nanny childminder porter valet concierge sommelier baker brewer roaster machinist toolmaker fitter glazier plasterer \
    postdoctoral adjunct reader provost registrar worker helper server hostess host runner picker packer handyman builder roofer painter bricklayer maintainer evangelist \
    praktikant praktikantin praktikum werkstudent werkstudentin azubi auszubildender auszubildende geschäftsführer geschäftsführung vorstand \
    polier vorarbeiter mitarbeiter doktorand referendar studienrat oberstudienrat dozent professor arzt ärztin krankenschwester erzieher koch köchin bäcker maurer maler tischler schreiner schlosser \
    schweißer fahrer referent disponent hausmeister hebamme hilfskraft selbstständig selbständig freiberufler freiberuflich \
    profesor profesora ingeniero ingeniera directora jefe jefa responsable gerente técnico técnica asistente consultora desarrollador \
    desarrolladora analista enfermero enfermera camarero camarera cocinero cocinera abogado abogada contable becario becaria dependiente \
    dependienta encargado encargada maestro maestra \
    cheffe ingénieur ingénieure directeur directrice développeur développeuse assistante technicien technicienne professeur professeure \
    vendeur vendeuse infirmier infirmière stagiaire consultante chargé chargée gérant gérante comptable serveur serveuse cuisinier";
/// Ends of German words for positions, without the female `in`.
const ROLE_ENDS: &str = "leiter entwickler ingenieur techniker berater bearbeiter kraft helfer meister assistent pfleger lehrer mechaniker \
    mechatroniker elektroniker kaufmann kauffrau installateur betreuer verwalter verkäufer manager designer führer arbeiter lagerist \
    planer koch rat fräser dreher bauer gärtner macher zusteller packer binder wart sekretär prüfer redakteur monteur forscher trainer angestellte angestellter beauftragte beauftragter architekt wirt fachfrau fachmann \
    schlosser händler vertreter analyst administrator schwester begleiter therapeut ician itian ologist ologe grapher icist";
const ORGANISATIONS: &str = "gmbh ag kg ohg ug gbr mbh ltd limited inc llc llp plc corp corporation company co group holding bank university \
    universität hochschule fachhochschule college school hospital clinic klinik klinikum krankenhaus institut institute institution council \
    ministry department agency agentur studio studios lab labs systems software solutions technologies technology services partners söhne \
    stadtwerke stadt versicherung insurance foundation stiftung ev e.v s.a sa srl s.l sl spa sarl sas ab as oy bv b.v nv pty pvt \
    retail hotel restaurant authority trust society association verein verlag praxis kita werk logistics consulting media \
    universidad université universitat universiteit instituto hôpital clinique farmacia pharmacy ies lycée école colegio ayuntamiento";
/// Forms of companies that may stand behind a comma.
const FORMS: &str = "inc ltd llc llp plc gmbh ag kg corp co limited s.a sa s.l bv b.v";
const SCHOOLS: &str = "university universität universitaet uni universidad université universitat universiteit università universidade uniwersytet \
    univerzita college school schule gymnasium realschule hauptschule grundschule gesamtschule mittelschule oberschule berufsschule \
    fachoberschule handelsschule berufskolleg hochschule fachhochschule fh th tu eth mit ucla academy akademie institute institut instituto \
    instituts polytechnic politecnico politécnica lycée école ecole escuela colegio ies iut insa lyceum conservatory kolleg campus bootcamp \
    faculty fakultät kth berufsakademie volkshochschule vhs ihk high-school";
const DEGREES: &str = "bachelor bachelors bachelor's bachelor’s b.sc bsc b.s bs b.a ba b.eng beng bba b.com bcom b.ed master masters master's master’s m.sc \
    msc m.s ms m.a ma m.eng meng mba mres m.ed mphil phd ph.d dphil doctor doctorate doktor promotion dr diploma diplom dipl.-ing dipl \
    magister staatsexamen abitur fachabitur matura maturität abschluss hauptschulabschluss realschulabschluss fachhochschulreife hochschulreife \
    ausbildung berufsausbildung lehre umschulung studium weiterbildung meisterbrief fortbildung llb ll.b llm ll.m mbchb md jd \
    j.d a-levels a-level gcse gcses ged hnd hnc nvq svq btec certificate certification zertifikat apprenticeship associate degree \
    honours licence licenciatura licenciado máster master grado bachillerato doctorado doctorat maîtrise diplôme baccalauréat bac bts dut \
    técnico formación level minor laurea licentiate b.tech btech m.tech mtech bn bbs bds bvsc pharmd edd dba emba pgce pgdip cert habilitation matura lehrabschluss berufsabschluss lehramt referendariat facharbeiter";
/// What stands behind the word of a degree and is a part of it.
const DEGREE_MORE: &str = "(hons) hons honours honors 1 2 3 4 5 6 7 i ii iii nat rer pol med hab";

/// How much a part of a line speaks for a position; below 0 it speaks for an organisation.
pub(crate) fn role(folded: &str) -> i32 {
    let mut score = 0;
    for word in words(folded).take(12) {
        if is_role(word) || word.cut_at("-").any(is_role) {
            score += 3;
        } else if has(ORGANISATIONS, word)
            || ends(
                word,
                "versicherung universität hochschule werke klinik bank schule stiftung",
            )
        {
            score -= 2;
        }
    }
    score
}

fn is_role(word: &str) -> bool {
    if has(ROLES, word)
        || word
            .strip_suffix('s')
            .is_some_and(|one| one.len() > 5 && has(ROLES, one))
    {
        return true;
    }
    let male = word
        .strip_suffix("in")
        .or_else(|| word.strip_suffix("innen"))
        .unwrap_or(word);
    word.len() > 6 && (ends(word, ROLE_ENDS) || ends(male, ROLE_ENDS))
        || male.len() > 3 && has(ROLES, male)
}

fn ends(word: &str, list: &str) -> bool {
    list.cut_at(" ").any(|end| word.ends_with(end))
}

/// True when a text has the word of a company or another organisation.
pub(crate) fn is_organisation(folded: &str) -> bool {
    words(folded).any(|word| has(ORGANISATIONS, word))
}

/// True when a text is the form of a company and nothing else: `Inc.` behind a comma.
pub(crate) fn is_form(folded: &str) -> bool {
    let mut words = words(folded);
    words.next().is_some_and(|word| has(FORMS, word)) && words.next().is_none()
}

/// True when a text names a school.
pub(crate) fn is_school(folded: &str) -> bool {
    let school = |word: &str| has(SCHOOLS, word) || word.cut_at("-").any(|part| has(SCHOOLS, part));
    words(folded).any(|word| {
        school(word)
            || ends(
                word,
                "universität hochschule schule gymnasium akademie kolleg universitetet högskola",
            )
    })
}

/// True when a word is that of a degree or another aim of learning.
pub(crate) fn is_degree(word: &str) -> bool {
    has(DEGREES, word)
        || word.len() > 8 && ends(word, "abschluss ausbildung studium diplom reife prüfung")
}

/// True when a word goes on with the words of a degree.
pub(crate) fn is_degree_more(word: &str) -> bool {
    has(DEGREE_MORE, word) || is_degree(word)
}

/// A word as the lists above have it: folded, without brackets and signs around it.
pub(crate) fn word_of(word: &str) -> String {
    fold(word).strip("(),:.[]").into()
}

/// True for a part that names a degree or another aim, and no school.
pub(crate) fn is_studies(part: &str) -> bool {
    let mut words = part.spaced().take(8).map(word_of);
    let edge = [words.clone().next(), words.clone().next_back()];
    // "High School Diploma" is none of a school, though it names one.
    let leads = edge.into_iter().flatten().any(|word| is_degree(&word));
    words.any(|word| is_degree(&word)) && (leads || !is_school(&fold(part)))
}
