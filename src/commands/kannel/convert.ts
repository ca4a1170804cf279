import { serviceLines } from './keywords.ts'
import { listSmscs, type Smsc } from './list-smscs.ts'
import type { Group } from './read-config.ts'
import { comment, noteOthers, type Section, titleOf } from './script.ts'
import { smscSection } from './smsc.ts'
import { limitOfShared, type UserOptions, userSection } from './users.ts'

const kindNotes: Readonly<Record<string, string>> = {
  'smsbox-route': 'not needed, any process accepts messages and calls webhooks',
  modems: 'no equivalent, modems are not supported',
  'mysql-connection': 'not needed, everything is in PostgreSQL',
  'pgsql-connection': 'not needed, everything is in PostgreSQL',
  'oracle-connection': 'not needed, everything is in PostgreSQL',
  'redis-connection': 'not needed, everything is in PostgreSQL',
  'sqlite3-connection': 'not needed, everything is in PostgreSQL',
  'cass-connection': 'not needed, everything is in PostgreSQL',
  'dlr-db': 'not needed, reports are in the database',
  wapbox: 'no equivalent',
  'ota-setting': 'no equivalent',
  'ota-bookmark': 'no equivalent',
  ppg: 'no equivalent',
  'wap-push-user': 'no equivalent',
  'radius-acct': 'no equivalent',
}

/** Settings of the core and smsbox groups, which are settings of the server or commands here. */
const serverNotes: Readonly<Record<string, string>> = {
  'admin-port': 'not needed, commands such as ngoma queue and ngoma provider pause replace the HTTP administration',
  'admin-password': 'not needed, commands work for the user of the server only',
  'status-password': 'not needed, see ngoma queue and /metrics',
  'smsbox-port': 'not needed, processes share only the database',
  'bearerbox-host': 'not needed, processes share only the database',
  'bearerbox-port': 'not needed, processes share only the database',
  'sendsms-port': 'see PORT; /cgi-bin/sendsms is on the same port as the API',
  'sendsms-url': 'the path is always /cgi-bin/sendsms',
  'sendsms-interface': 'see HOST',
  'sendsms-chars': 'numbers have digits, plus and minus signs',
  'global-sender': 'requests must have a from',
  'log-file': 'the log goes to standard output',
  'log-level': 'see NGOMA_LOG_LEVEL',
  'access-log': 'the log goes to standard output',
  'store-type': 'not needed, messages are in the database',
  'store-file': 'not needed, messages are in the database',
  'store-location': 'not needed, messages are in the database',
  'dlr-storage': 'not needed, reports are in the database',
  'unified-prefix': 'clients send numbers with their country code',
  'white-list': 'no equivalent, limit the routes to prefixes',
  'white-list-regex': 'no equivalent, limit the routes to prefixes',
  'black-list': 'import the numbers with ngoma optout import',
  'box-allow-ip': 'not needed, processes share only the database',
  'box-deny-ip': 'not needed, processes share only the database',
  'admin-allow-ip': 'not needed, commands work on this machine only',
  'admin-deny-ip': 'not needed, commands work on this machine only',
  'ssl-certkey-file': 'put a proxy with TLS in front of the server',
  'sendsms-port-ssl': 'put a proxy with TLS in front of the server',
  'http-request-retry': 'not needed, a dlr-url is called for three days until it answers',
  'http-queue-delay': 'not needed, a dlr-url is called for three days until it answers',
  'sms-outgoing-limit': 'see ratePerSecond in docs/carriers.md',
  'sms-incoming-queue-limit': 'see NGOMA_QUEUE_AGE_SECONDS',
  'sms-outgoing-queue-limit': 'see NGOMA_QUEUE_AGE_SECONDS',
  'immediate-sendsms-reply': 'not needed, the answer follows the commit',
  'sms-resend-freq': 'not needed, messages wait for their carrier',
  'sms-resend-retry': 'not needed, messages wait for their carrier until their validity ends',
  'maximum-queue-length': 'see NGOMA_QUEUE_AGE_SECONDS',
  'reply-couldnotfetch': 'no equivalent, answers of a webhook are not sent to the phone',
}

const userKind = 'sendsms-user'
const serverKinds = ['core', 'smsbox']
const whiteLists = ['white-list', 'white-list-regex']

/** The commands that replace a kannel.conf, as a shell script. */
export function convert(groups: readonly Group[], options: UserOptions): string {
  const limit = limitOfServer(groups)
  const smscs = listSmscs(groups.filter(({ kind }) => kind === 'smsc')).map((smsc) => ({
    ...smsc,
    ...(limit === null ? {} : { limit }),
  }))
  // Routes of users need their carriers.
  const sorted = groups.toSorted((one, other) => Number(one.kind === userKind) - Number(other.kind === userKind))
  const users = groups.filter(({ kind }) => kind === userKind)
  const sharedLimit = options.accountId === null ? null : limitOfShared(users)
  const sections = sorted.flatMap((group) =>
    group.kind === userKind
      ? userSection(group, smscs, options, sharedLimit)
      : (sectionOf(group, smscs, options) ?? []),
  )
  return [
    '#!/bin/sh',
    comment(`Replaces ${options.file}. Read it before you run it: lines with # need a decision, or nothing.`),
    comment('It can run again: existing objects are left unchanged. A refused carrier does not end it.'),
    'set -e',
    'failed=0',
    ...sections.flatMap(({ title, lines }) => ['', comment(title), ...lines]),
    '',
    'exit "$failed"',
    '',
  ].join('\n')
}

/** A list of all permitted numbers has no equivalent. That of a service is about senders of incoming messages. */
function limitOfServer(groups: readonly Group[]): string | null {
  const limited = groups.find(
    ({ kind, settings }) => serverKinds.includes(kind) && whiteLists.some((name) => settings.has(name)),
  )
  return limited === undefined ? null : `the white-list of group = ${limited.kind} permits only some numbers`
}

function sectionOf(group: Group, smscs: readonly Smsc[], options: UserOptions): Section | null {
  const { kind, settings } = group
  const section = (lines: readonly string[], name = '') => ({ title: titleOf(group, name), lines })
  if (kind === 'smsc') {
    // Equal groups are the binds of one carrier, and a receiver is a part of it.
    const smsc = smscs.find((one) => one.group === group)
    if (smsc !== undefined) return smscSection(smsc, smscs, options.file)
    const sender = smscs.find(({ receiver }) => receiver === group)
    return sender === undefined ? null : section([comment(`The receiver of ${sender.name}: see its mode=pair.`)])
  }
  if (serverKinds.includes(kind)) return section(noteOthers(group, [], serverNotes))
  if (kind === 'sms-service') return section(serviceLines(group), settings.get('keyword') ?? settings.get('name') ?? '')
  return section([comment(kindNotes[kind] ?? 'no equivalent')])
}
