import { httpSmsc } from './http-smsc.ts'
import { isPair, isReceiver, rateOf, type Smsc } from './list-smscs.ts'
import type { Group } from './read-config.ts'
import { carrierRoutes } from './routes.ts'
import {
  comment,
  create,
  isNo,
  isYes,
  ngoma,
  noteOthers,
  notesOf,
  orContinue,
  type Section,
  titleOf,
} from './script.ts'

export function smscSection(smsc: Smsc, smscs: readonly Smsc[], file: string): Section {
  const { group, name } = smsc
  const kind = group.settings.get('smsc') ?? ''
  const title = titleOf(group, name)
  const routes = carrierRoutes(smsc, smscs)
  if (kind === 'smpp') return { title, lines: [...smppLines(smsc, file), ...routes] }
  if (kind === 'http') return { title, lines: [...httpSmsc(smsc, passwordPipe(file, name)), ...routes] }
  return { title, lines: [comment(`smsc = ${kind}: no equivalent. Carriers are connected over SMPP or HTTP.`)] }
}

/** The password stays in its file: it appears neither in the script nor in the list of processes. */
const passwordPipe = (file: string, name: string) => `${ngoma('kannel', 'password', file, name)} |`

const settingsByName: Readonly<Record<string, string>> = {
  host: 'host',
  port: 'port',
  'smsc-username': 'systemId',
  'system-type': 'systemType',
  'max-pending-submits': 'window',
  'enquire-link-interval': 'enquireSeconds',
  'wait-ack': 'answerSeconds',
  'service-type': 'serviceType',
  'address-range': 'addressRange',
}

const notes = notesOf({
  'not needed, Ngoma reconnects after one second, then less often': 'reconnect-delay retry',
  'not needed, an unanswered message is sent again, at most twice': 'wait-ack-expire',
  'not needed, carriers have one name': 'smsc-admin-id',
  'routes select carriers by account, sender ID and message type':
    'denied-smsc-id denied-smsc-id-regex allowed-smsc-id allowed-smsc-id-regex preferred-smsc-id preferred-smsc-id-regex',
  'a pair uses one port; ask the carrier for a transceiver if it has two': 'receive-port',
  'sender IDs with letters always have their own TON and NPI, see addresses.alphanumeric': 'source-addr-autodetect',
  'not needed, Ngoma speaks SMPP 3.4': 'interface-version',
  'the log of all carriers goes to standard output': 'log-file',
  'see NGOMA_LOG_LEVEL': 'log-level',
  'sender IDs are sent in the GSM alphabet': 'alt-addr-charset',
  'no equivalent, Ngoma does not send a client certificate': 'ssl-client-certkey-file',
  'use sender IDs': 'my_number my-number',
  'clients send numbers with their country code': 'unified-prefix',
  'run ngoma provider pause': 'dead-start',
  'see NGOMA_VALIDITY_HOURS': 'validityperiod',
  'not needed, it follows from the message': 'esm-class',
})

const latin1Names = /^(?:iso-?8859-1|latin-?1|windows-1252|cp1252)$/i

function smppLines(smsc: Smsc, file: string): string[] {
  const { name, group, binds } = smsc
  const { settings } = group
  const used = [
    'smsc',
    'smsc-id',
    'smsc-password',
    'instances',
    'transceiver-mode',
    'allowed-prefix',
    'preferred-prefix',
    'denied-prefix',
  ]
  const given: string[] = []
  const take = (setting: string, ...values: readonly string[]) => {
    used.push(setting)
    given.push(...values)
  }
  for (const [setting, name] of Object.entries(settingsByName)) {
    const value = settings.get(setting)
    if (value !== undefined && value !== '') take(setting, `${name}=${value}`)
    else used.push(setting)
  }
  const rate = rateOf(smsc)
  if (rate > 0) take('throughput', `ratePerSecond=${rate}`)
  if (binds > 1) given.push(`binds=${binds}`)
  const receivePort = (smsc.receiver ?? group).settings.get('receive-port')
  if (isReceiver(group)) take('receive-port', `port=${receivePort}`)
  if (!isPair(group) || receivePort === settings.get('port')) used.push('receive-port')
  if (isPair(group) || smsc.receiver !== undefined) given.push('mode=pair')
  if (isYes(settings.get('use-ssl'))) take('use-ssl', 'tls=yes')
  // Kannel changes the bytes only: data_coding stays 0.
  if (latin1Names.test(settings.get('alt-charset') ?? '')) take('alt-charset', 'text=latin1', 'dataCoding=0')
  given.push(...addressSettings(group, used), ...idSettings(group, used))
  const options = given.flatMap((one) => ['--setting', one])
  return [
    orContinue(
      `${passwordPipe(file, name)} ${create('provider', 'set', name, '--product', 'sms', ...options, '--secret', 'password=-')}`,
    ),
    ...noteOthers(group, used, notes),
    ...(smsc.receiver === undefined || receivePort === settings.get('port')
      ? []
      : [comment(`receive-port = ${receivePort}: ${notes['receive-port']}`)]),
  ]
}

/** Kannel uses the type of the source address for numbers only, unless it must not detect the others. */
function addressSettings({ settings }: Group, used: string[]): string[] {
  const pairOf = (kind: 'source' | 'dest', ton: string, npi: string) => {
    const names = [`${kind}-addr-ton`, `${kind}-addr-npi`] as const
    used.push(...names)
    if (!names.some((one) => settings.has(one))) return null
    const [given, plan] = [settings.get(names[0]) ?? ton, settings.get(names[1]) ?? npi]
    return (name: string) => [`addresses.${name}.ton=${given}`, `addresses.${name}.npi=${plan}`]
  }
  const source = pairOf('source', '2', '1')
  const destination = pairOf('dest', '2', '1')
  const detects = !isNo(settings.get('source-addr-autodetect'))
  return [
    ...(source === null ? [] : [...source('number'), ...source('shortCode')]),
    ...(source === null || detects ? [] : source('alphanumeric')),
    ...(destination === null ? [] : destination('destination')),
  ]
}

/** Bit 1 is about responses, bit 2 about receipts; a set bit means hexadecimal. */
function idSettings({ settings }: Group, used: string[]): string[] {
  const value = settings.get('msg-id-type')
  if (value === undefined) return []
  used.push('msg-id-type')
  const form = (bit: number) => ((Number(value) & bit) === 0 ? 'decimal' : 'hex')
  return [`answerIds=${form(1)}`, `receiptIds=${form(2)}`]
}
