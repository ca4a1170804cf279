import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { accountApiRoutes } from '../../contract/account/index.ts'
import { publicRoutes } from '../../contract/public/index.ts'
import { CsvFile, File, type RouteShape } from '../../contract/route.ts'
import { toWireName } from '../../values/wire-names.ts'
import { maskJson, maskQuery } from './mask.ts'

describe('maskJson', () => {
  const values: readonly [title: string, value: unknown, shown: string][] = [
    [
      'keeps ordinary values',
      { to: '255712345678', n: 1, ok: true, no: null },
      '{"to":"255712345678","n":1,"ok":true,"no":null}',
    ],
    ['hides PINs, but not their IDs', { pinId: 'a1', pin: '4711' }, '{"pinId":"a1","pin":"••••"}'],
    [
      'hides secrets of any shape',
      { password: { a: 1 }, apiKey: 'k', client_secret: 's', token: null },
      '{"password":"••••","apiKey":"••••","client_secret":"••••","token":null}',
    ],
    ['hides custom headers', { headers: { 'X-Shop': 'duka' } }, '{"headers":"••••"}'],
    [
      'hides PINs of any name',
      { new_pin: '4711', pinCode: 4711, otp_code: '4711', passcode: '4711' },
      '{"new_pin":"••••","pinCode":"••••","otp_code":"••••","passcode":"••••"}',
    ],
    ['hides binary messages', { binary: { data: '34373131', udh: '00' } }, '{"binary":"••••"}'],
    [
      'hides digits in the last text',
      { data: [{ last_text: 'PIN 4711', lastText: 'PIN 4711' }] },
      '{"data":[{"last_text":"PIN ••••","lastText":"PIN ••••"}]}',
    ],
    [
      'hides digits in texts by language',
      { texts: { en: 'PIN 4711', sw: '4711' } },
      '{"texts":{"en":"PIN ••••","sw":"••••"}}',
    ],
    ['keeps an amount as text', { amount_text: '5000 TZS' }, '{"amount_text":"5000 TZS"}'],
    ['hides digits of other scripts', { text: 'PIN ٤٧١١ ४७११ ４７１１' }, '{"text":"PIN ••••"}'],
    ['keeps times and amounts in texts', { text: '10:30, 10,000' }, '{"text":"10:30, 10,000"}'],
    ['hides digits in texts', { message: 'PIN 12 34-56, room 12' }, '{"message":"PIN ••••, room 12"}'],
    [
      'hides digits in variables',
      { to: [{ phone: '255712345678', variables: { code: 4711, all: ['8899'] } }] },
      '{"to":[{"phone":"255712345678","variables":{"code":"••••","all":["••••"]}}]}',
    ],
    [
      'hides credentials in addresses',
      { url: 'https://me:pw@shop.example/hook?key=1' },
      '{"url":"https://shop.example/hook?…"}',
    ],
    ['hides payment pages', { src: 'https://pay.example/checkout/k3y' }, '{"src":"https://pay.example/checkout/…"}'],
    ['keeps plain addresses', { url: 'https://shop.example/hook' }, '{"url":"https://shop.example/hook"}'],
    ['writes big integers', { id: 12345678901234567890n }, '{"id":12345678901234567890}'],
    ['escapes', { 'a"': '\n' }, '{"a\\"":"\\n"}'],
  ]
  for (const [title, value, shown] of values) it(title, () => assert.equal(maskJson(value, 1_000), shown))

  it('bounds its output, and reads no more than it shows', () => {
    let read = 0
    const items = Array.from({ length: 1_000 }, () => ({
      get to() {
        read += 1
        return '255712345678'
      },
    }))
    const shown = maskJson(items, 100)
    assert.equal(shown.length, 100)
    assert.ok(shown.endsWith('…'))
    assert.ok(read < 10)
    assert.equal(maskJson({ message: 'x'.repeat(1_000_000) }, 100).length, 100)
  })
})

describe('maskJson with a schema', () => {
  const { body } = publicRoutes['POST /v1/send']
  it('leaves out the fields that the schema does not have, at every depth', () => {
    const given = { note: 'x', source_addr: 'INFO', recipients: [{ dest_addr: '255712345678', name: 'Asha' }] }
    assert.equal(maskJson(given, 1_000, body), '{"source_addr":"INFO","recipients":[{"dest_addr":"255712345678"}]}')
  })

  it('keeps the fields of objects without declared fields, and of one of several shapes', () => {
    const { body: chat } = publicRoutes['POST /v1/chatapi']
    const given = { text: { text: 'Hello', zz: true }, interactive: { type: 'button', zz: true }, zz: true }
    assert.equal(maskJson(given, 1_000, chat), '{"text":{"text":"Hello"},"interactive":{"type":"button","zz":true}}')
  })
})

describe('maskQuery', () => {
  const queries: readonly [query: string, shown: string | null][] = [
    ['', null],
    ['page=2&q=255712345678', 'page=2&q=255712345678'],
    ['username=duka&password=hush', `username=duka&password=${encodeURIComponent('••••')}`],
    ['text=%00P%004%007%001%001', `text=%00P%00${encodeURIComponent('••••')}`],
    ['text=PIN+4711', `text=PIN+${encodeURIComponent('••••')}`],
  ]
  for (const [query, shown] of queries) it(`shows "${query}"`, () => assert.equal(maskQuery(query, 500), shown))
})

/** The parts of a JSON Schema that this test reads. */
interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The paths of all values that may be any text. */
function listTexts(schema: Schema, path: readonly string[]): (readonly string[])[] {
  const { type, anyOf, items, properties, patternProperties } = schema
  if (anyOf !== undefined) return anyOf.flatMap((one) => listTexts(one, path))
  if (items !== undefined) return listTexts(items, path)
  const fields = Object.entries(properties ?? {}).concat(
    Object.values(patternProperties ?? {}).map((one) => ['any', one]),
  )
  if (fields.length > 0) return fields.flatMap(([name, one]) => listTexts(one, [...path, name]))
  const isWord = schema.enum !== undefined || 'const' in schema || schema.format === 'date-time'
  return isWord || ['integer', 'number', 'boolean', 'null'].includes(type ?? '') ? [] : [path]
}

/** Names, numbers, amounts, times and ids, in lower case without underscores. No PIN is expected in them. */
const harmless: readonly string[] = `
  actor address addressarea addressbook addressbookid addresscity addresscountry amount amounttext any appid
  appname area as assignee assigneeid at author available balance birthdate book by callbackurl callingcode
  campaign campaigntitle carrier category channel chatsessionexpiry choices city code column columns contactsid
  countries country createdfrom createdto credential credentialname creditbal creditlevel currency cursor day
  decimals destaddr dob email event explanation field filename firstname fname from gender grouped held help hint id inseconds
  jobname key kind label language lastname limit lname map method mobile mobno mobno2 msisdn name next notbefore
  number numbers outcome parentvendorid path pausehint phone phone2 pinid placeholder placeholders postpaidlimit
  prefix price problem product provider providerreference q ranges reason recipientid reference referenceid
  referencenumber reminderphone request requestid scheduletime segment sender senderid sendsource shopurl shopwebsites since smstitle
  sortby sortorder source sourceaddr spent src start state status stop subject tag tags template timezone title to
  transactionid unread until url userid vendorid warning written zone
`
  .trim()
  .split(/\s+/)

describe('Masking of the contract', () => {
  const routes = Object.entries<RouteShape>({ ...accountApiRoutes, ...publicRoutes })
  const isJson = (schema: TSchema | undefined): schema is TSchema =>
    schema !== undefined && schema !== CsvFile && schema !== File
  const pin = 'PIN 471147'
  const pathsOf = (schemas: readonly (TSchema | undefined)[]) =>
    schemas.filter(isJson).flatMap((schema) => listTexts(schema as Schema, []))
  const paths = routes.flatMap(([, { body, answer }]) => pathsOf([body, answer]))
  const names = routes.flatMap(([, { query }]) => pathsOf([query]))
  const isShown = (path: readonly string[]) =>
    maskJson(
      path.reduceRight<unknown>((value, name) => ({ [name]: value }), pin),
      1_000,
    ).includes('471147')
  const plain = (name = '') => name.toLowerCase().replaceAll('_', '')

  it('hides PINs in all values except harmless ones', () => {
    const shown = [
      ...[...paths, ...paths.map((path) => path.map(toWireName))].filter(isShown),
      ...names.filter(([name = '']) => maskQuery(`${name}=471147`, 1_000)?.includes('471147')),
    ]
    assert.deepEqual([...new Set(shown.map((path) => plain(path.at(-1))))].toSorted(), harmless.toSorted())
  })
})
