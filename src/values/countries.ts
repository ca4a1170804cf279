import type { Phone } from './phone.ts'

/** All ISO 3166-1 alpha-2 codes, and the unofficial XK for Kosovo. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`

export const countryCodes: readonly string[] = codes.trim().split(/\s+/)

const known: ReadonlySet<string> = new Set(countryCodes)

export const isCountryCode = (text: string): boolean => known.has(text)

/**
 * The country of every calling code, as ISO 3166-1 alpha-2. For codes shared by several countries (1, 7, 44 and others)
 * it is libphonenumber's main country. AC and XK are Ascension and Kosovo, which the standard does not list. A test
 * compares the table with libphonenumber.
 */
const TABLE = `
  US1
  EG20 SS211 MA212 DZ213 TN216 LY218 GM220 SN221 MR222 ML223 GN224 CI225 BF226 NE227 TG228 BJ229 MU230 LR231 SL232 GH233 NG234 TD235 CF236 CM237 CV238
  ST239 GQ240 GA241 CG242 CD243 AO244 GW245 IO246 AC247 SC248 SD249 RW250 ET251 SO252 DJ253 KE254 TZ255 UG256 BI257 MZ258 ZM260 MG261 RE262 ZW263 NA264
  MW265 LS266 BW267 SZ268 KM269 ZA27 SH290 ER291 AW297 FO298 GL299
  GR30 NL31 BE32 FR33 ES34 GI350 PT351 LU352 IE353 IS354 AL355 MT356 CY357 FI358 BG359 HU36 LT370 LV371 EE372 MD373 AM374 BY375 AD376 MC377 SM378 UA380
  RS381 ME382 XK383 HR385 SI386 BA387 MK389 IT39
  RO40 CH41 CZ420 SK421 LI423 AT43 GB44 DK45 SE46 NO47 PL48 DE49
  FK500 BZ501 GT502 SV503 HN504 NI505 CR506 PA507 PM508 HT509 PE51 MX52 CU53 AR54 BR55 CL56 CO57 VE58 GP590 BO591 GY592 EC593 GF594 PY595 MQ596 SR597
  UY598 CW599
  MY60 AU61 ID62 PH63 NZ64 SG65 TH66 TL670 NF672 BN673 NR674 PG675 TO676 SB677 VU678 FJ679 PW680 WF681 CK682 NU683 WS685 KI686 NC687 TV688 PF689 TK690
  FM691 MH692
  RU7
  JP81 KR82 VN84 KP850 HK852 MO853 KH855 LA856 CN86 BD880 TW886
  TR90 IN91 PK92 AF93 LK94 MM95 MV960 LB961 JO962 SY963 IQ964 KW965 SA966 YE967 OM968 PS970 AE971 IL972 BH973 QA974 BT975 MN976 NP977 IR98 TJ992 TM993
  AZ994 GE995 KG996 UZ998
`

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(2), entry.slice(0, 2)]),
)

/** Satellites, freephone and other services. */
const WITHOUT_COUNTRY = ['800', '808', '870', '878', '881', '882', '883', '888', '979']
const CODES: ReadonlySet<string> = new Set([...COUNTRIES.keys(), ...WITHOUT_COUNTRY])

/**
 * All calling codes in use. No code is a prefix of another. Plain data, because libphonenumber-js takes 8 µs per number;
 * a test compares them with its metadata.
 */
export const CALLING_CODES: readonly number[] = [...CODES].toSorted().map(Number)

const CODE_DIGITS_MAX = 3

/** Returns the calling code of a number. Every Phone has one, and no code is a prefix of another. */
export function callingCodeOf(phone: Phone): string {
  for (let length = 1; length < CODE_DIGITS_MAX; length += 1) {
    const code = phone.slice(0, length)
    if (CODES.has(code)) return code
  }
  return phone.slice(0, CODE_DIGITS_MAX)
}

const MAIN: ReadonlySet<string> = new Set(COUNTRIES.values())

/** Whether the country has its own calling code, or is the main country of a shared one. */
export const isMainCountry = (country: string) => MAIN.has(country)

/** The main country of a calling code; null for codes without a country, such as satellites. */
export const countryOf = (callingCode: string): string | null => COUNTRIES.get(callingCode) ?? null

/** Each line: a main country and the countries that share its calling code. */
const SHARED = `
  US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI
  RU KZ
  GB GG IM JE
  NO SJ
  AU CC CX
  IT VA
  FI AX
  RE YT
  MA EH
  SH TA
  GP BL MF
  CW BQ
`

const MAIN_OF: ReadonlyMap<string, string> = new Map(
  SHARED.trim()
    .split('\n')
    .flatMap((line) => {
      const [main = '', ...others] = line.trim().split(' ')
      return others.map((other) => [other, main] as const)
    }),
)

/** The main country of the calling code that this country uses. */
export const mainCountryOf = (country: string): string => MAIN_OF.get(country) ?? country

const CODES_BY_COUNTRY: ReadonlyMap<string, string> = new Map([...COUNTRIES].map(([code, country]) => [country, code]))

/** The calling code of a country; null for a country without one. */
export const callingCodeIn = (country: string): string | null => CODES_BY_COUNTRY.get(mainCountryOf(country)) ?? null
