import type { TSchema } from 'typebox'

/** Hides secrets in requests and answers, and bounds their length. */

const hidden = '••••'

/** Names of secrets, in lower case without underscores and hyphens. Binary messages can't be searched for a PIN. */
const secretNames =
  /(pin|otp)s?(code|value|number)?$|^(pass|pwd|passphrase|authorization|cookie|headers|binary)$|password|passwd|passcode|secret|token|apikey|privatekey|signature|verificationcode/
/**
 * Names of message texts, of values inside them, and of other words of users and servers. They may contain a PIN. An
 * amount as text has none.
 */
const textNames =
  /(?<!amount)texts?$|(message|content|caption|reply|note)s?$|^(body|answer|detail|description|why|values?|examples|variables|fields|params|parameters|components|interactive)$/

const plainName = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

/** Four digits of any script or more, also in groups. Kannel texts in UCS-2 have a null before each digit. */
const digits = /\p{Nd}(?:[^\p{L}\p{N},:/]?\p{Nd}){3,}/gu
/** The user and the query of an address often are credentials, and the address of a payment page is one. */
const addresses = /(https?:\/\/)(?:[^\s/@"]*@)?([^\s?#"]*)([?#][^\s"]*)?/gi

const hideDigits = (text: string) => text.replace(digits, hidden)
const hideInAddresses = (text: string) =>
  text.replace(
    addresses,
    (_whole, scheme, place, query) =>
      `${scheme}${place.replace(/\/checkout\/.+/, '/checkout/…')}${query === undefined ? '' : '?…'}`,
  )

export const cut = (text: string, lengthMax: number) =>
  text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text

/** A value by its name, for queries and plain bodies. */
function maskText(name: string, value: string): string {
  const plain = plainName(name)
  if (secretNames.test(plain)) return hidden
  const shown = hideInAddresses(value)
  return textNames.test(plain) ? hideDigits(shown) : shown
}

/** The query of an address, with hidden secrets. Null when it is empty. */
export function maskQuery(query: string, lengthMax: number): string | null {
  if (query === '') return null
  const shown = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query.slice(0, 2 * lengthMax)))
    shown.append(name, maskText(name, value))
  return cut(shown.toString(), lengthMax)
}

/** The parts of a JSON Schema that name fields. Without `properties`, an object may have any fields. */
interface SchemaFields {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

const anything: TSchema = {}

const fieldsOf = (schema: TSchema): SchemaFields['properties'] => {
  const { properties, anyOf = [] }: SchemaFields = schema
  return properties ?? anyOf.map(fieldsOf).find((fields) => fields !== undefined)
}

/**
 * JSON with hidden secrets, and without the fields that a schema does not have. Reads only as much of the value as is
 * shown, because bodies may be large.
 */
export function maskJson(value: unknown, lengthMax: number, schema = anything): string {
  let written = ''

  function writeAll<T>(items: Iterable<T>, [open, close]: readonly [string, string], write: (item: T) => void) {
    written += open
    let isFirst = true
    for (const item of items) {
      if (written.length > lengthMax) return
      if (!isFirst) written += ','
      isFirst = false
      write(item)
    }
    written += close
  }

  function write(one: unknown, name: string, isText: boolean, known: TSchema) {
    if (secretNames.test(name) && one !== null && one !== undefined) written += JSON.stringify(hidden)
    else if (Array.isArray(one))
      writeAll(one, ['[', ']'], (item) => write(item, '', isText, (known as SchemaFields).items ?? anything))
    else if (typeof one === 'object' && one !== null) {
      const fields = fieldsOf(known)
      const entries = Object.entries(one).filter(([key]) => fields === undefined || Object.hasOwn(fields, key))
      writeAll(entries, ['{', '}'], ([key, item]) => {
        written += `${JSON.stringify(key)}:`
        const plain = plainName(key)
        write(item, plain, isText || textNames.test(plain), fields?.[key] ?? anything)
      })
    } else written += writeScalar(one, isText, lengthMax)
  }

  write(value, '', false, schema)
  return cut(written, lengthMax)
}

function writeScalar(value: unknown, isText: boolean, lengthMax: number): string {
  if (typeof value === 'string') {
    // A secret that is cut in two must still be recognized.
    const shown = hideInAddresses(value.slice(0, 2 * lengthMax))
    return JSON.stringify(isText ? hideDigits(shown) : shown)
  }
  if (value === undefined || value === null) return 'null'
  return isText && typeof value !== 'boolean' ? JSON.stringify(hideDigits(String(value))) : String(value)
}
