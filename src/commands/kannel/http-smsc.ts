import { rateOf, type Smsc } from './list-smscs.ts'
import type { Group } from './read-config.ts'
import { comment, create, ngoma, noteOthers, orContinue } from './script.ts'
import { type HttpAccess, readAccess } from './secrets.ts'

/** Settings of an HTTP carrier, as docs/http-carriers.md describes them. */
type HttpSettings = Readonly<Record<string, unknown>>

const used = [
  'smsc',
  'smsc-id',
  'system-type',
  'send-url',
  'smsc-username',
  'smsc-password',
  'allowed-prefix',
  'preferred-prefix',
  'denied-prefix',
  'throughput',
  'instances',
]

const notes: Readonly<Record<string, string>> = {
  port: 'Kannel listened here for receipts and messages; ngoma provider show has the URLs for the provider',
  'connect-allow-ip': 'the URLs for receipts and messages end with a secret',
  'no-sender': 'remove {sender} from send.url',
  'no-coding': 'remove {encoding} from send.url',
  'no-sep': 'see docs/http-carriers.md',
  'max-pending-submits': 'set "window" in the file',
  'status-success-regex': 'list the values in send.states.accepted',
  'status-permfail-regex': 'list the values in send.states.refused',
  'status-tempfail-regex': 'list the values in send.states.busy',
  'generic-foreign-id-regex': 'set send.answer.reference',
}

/** Whether the script can add the carrier without more settings. Regular expressions for responses have no equivalent. */
export const isReady = ({ settings }: Group) =>
  settings.get('smsc') === 'smpp' || (settings.get('smsc') === 'http' && settings.get('system-type') === 'kannel')

export function httpSmsc(smsc: Smsc, passwordPipe: string): string[] {
  const { name, group } = smsc
  const kind = group.settings.get('system-type') ?? ''
  const access = readAccess(group)
  const settings = settingsOf(smsc, kind, access)
  const file = `${name}.json`
  const add = ['provider', 'set', name, '--product', 'sms', '--kind', 'http', '--file', file]
  const others = noteOthers(group, used, notes)
  if (settings === null) {
    const what = `system-type = ${kind}: describe the requests of the provider in ${file}, see docs/http-carriers.md`
    return [comment(`${what}, then run`), comment(ngoma(...add, '--secret', `password=${name}.token`)), ...others]
  }
  const command =
    access.password !== '' ? `${passwordPipe} ${create(...add, '--secret', 'password=-')}` : create(...add)
  const incomplete = `Describe the responses of the provider first: add send.answer and send.states to ${file}, see docs/http-carriers.md. Without them, each response with status 200 counts as accepted. Then run`
  return [
    ...(kind === 'kannel' ? [comment('{receipt_url} needs NGOMA_PUBLIC_URL.')] : []),
    `cat > ${file} <<'END'`,
    JSON.stringify(settings, null, 2),
    'END',
    ...access.others.map((name) =>
      comment(`${name} in send-url: a carrier has one password, so add the other to the file`),
    ),
    ...(isReady(group) ? [orContinue(command)] : [comment(incomplete), comment(command)]),
    ...others,
  ]
}

function settingsOf(smsc: Smsc, kind: string, access: HttpAccess): HttpSettings | null {
  const rate = rateOf(smsc)
  const common = rate > 0 ? { ratePerSecond: rate } : {}
  if (kind === 'kannel') return { ...kannelSettings(smsc.group, access), ...common }
  if (kind === 'generic')
    return {
      send: { method: 'GET', url: replaceCodes(access.url), ...headersOf(access) },
      encodings: { gsm: '0', ucs2: '2' },
      ...common,
    }
  return null
}

/** Another Kannel, or another Ngoma. Its reports come to our URL for receipts, with our id of the message. */
function kannelSettings({ settings }: Group, access: HttpAccess): HttpSettings {
  const { url } = access
  const user = encodeURIComponent(settings.get('smsc-username') ?? '')
  const values = [
    `username=${user}`,
    'password={secrets.password}',
    'from={sender}',
    'to={phone}',
    'text={text}',
    'charset=UTF-8',
    'coding={encoding}',
    'validity={valid_minutes}',
    'dlr-mask=19',
    'dlr-url={receipt_url}%3Fid%3D{id}%26state%3D%25d',
  ]
  return {
    send: {
      method: 'GET',
      url: `${url}${url.includes('?') ? '&' : '?'}${values.join('&')}`,
      ...headersOf(access),
      answer: { split: ':', state: '0' },
      states: { accepted: ['0', '3'], slow: ['http:403'] },
    },
    receipts: {
      from: 'query',
      reference: 'id',
      state: 'state',
      states: { delivered: ['1'], undelivered: ['2', '16'], pending: ['4', '8'] },
    },
    encodings: { gsm: '0', ucs2: '2' },
  }
}

const headersOf = ({ headers }: HttpAccess) => (Object.keys(headers).length === 0 ? {} : { headers })

const placeholders: Readonly<Record<string, string>> = {
  p: '{phone}',
  q: '{phone}',
  P: '{sender}',
  Q: '{sender}',
  a: '{text}',
  b: '{text}',
  A: '{text}',
  c: '{encoding}',
  I: '{id}',
  v: '{valid_minutes}',
  R: '{receipt_url}',
  '%': '%25',
}

/** The escape codes of a send-url as placeholders. Others stay, for the operator to replace. */
const replaceCodes = (url: string) =>
  url.replace(/%([a-zA-Z%])(?![0-9a-fA-F])/g, (code, letter: string) => placeholders[letter] ?? code)
