/**
 * ISO 4217 codes of real currencies, including ANG and BGN, which were replaced in 2025. `Intl` is not used, because
 * its list depends on the Node build and includes historic currencies.
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

/** All other ISO 4217 codes: funds, precious metals, units of account, testing and no currency. */
const NOT_PAYABLE: ReadonlySet<string> = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '),
)

/** Whether the upper-case code exists in ISO 4217. */
export const isCurrencyCode = (code: string): boolean => CODES.has(code) || NOT_PAYABLE.has(code)

/** Parses a currency code in any case; null unless it is a real currency. */
export function parseCurrency(text: string): string | null {
  const code = /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : ''
  return CODES.has(code) ? code : null
}
