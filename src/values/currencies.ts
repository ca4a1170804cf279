/**
 * The codes of ISO 4217 that somebody can pay in: those in use, and the two that their countries gave up in 2025 (ANG and
 * BGN). The list is here because the one of `Intl` depends on how Node was built, and keeps every currency there ever was.
 */
const CODES: ReadonlySet<string> = new Set(
  `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
  MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
  SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD
  XCG XOF XPF YER ZAR ZMW ZWG
  `
    .trim()
    .split(/\s+/),
)

/** The other codes of ISO 4217: funds, precious metals, units of account, and those for tests and for no currency. */
const NOT_PAYABLE: ReadonlySet<string> = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '),
)

/** Whether ISO 4217 has the code, in capitals, for anything at all. */
export const isCurrencyCode = (code: string): boolean => CODES.has(code) || NOT_PAYABLE.has(code)

/** A currency code in capitals or not; null for one that nobody can pay in. */
export function parseCurrency(text: string): string | null {
  const code = /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : ''
  return CODES.has(code) ? code : null
}
