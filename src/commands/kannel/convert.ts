import { serviceLines } from './keywords.ts'
import { listSmscs, type Smsc } from './list-smscs.ts'
import type { Group } from './read-config.ts'
import { comment, noteOthers, notesOf, type Section, titleOf } from './script.ts'
import { smscSection } from './smsc.ts'
import { limitOfShared, type UserOptions, userSection } from './users.ts'

const kindNotes = notesOf({
  'not needed, any process accepts messages and calls webhooks': 'smsbox-route',
  'no equivalent, modems are not supported': 'modems',
  'not needed, everything is in PostgreSQL':
    'mysql-connection pgsql-connection oracle-connection redis-connection sqlite3-connection cass-connection',
  'not needed, reports are in the database': 'dlr-db',
})

/** Settings of the core and smsbox groups, which are settings of the server or commands here. */
const serverNotes = notesOf({
  'not needed, commands such as ngoma queue and ngoma provider pause replace the HTTP administration': 'admin-port',
  'not needed, commands work for the user of the server only': 'admin-password',
  'not needed, see ngoma queue and /metrics': 'status-password',
  'not needed, processes share only the database': 'smsbox-port bearerbox-host bearerbox-port box-allow-ip box-deny-ip',
  'see PORT; /cgi-bin/sendsms is on the same port as the API': 'sendsms-port',
  'the path is always /cgi-bin/sendsms': 'sendsms-url',
  'see HOST': 'sendsms-interface',
  'numbers have digits, plus and minus signs': 'sendsms-chars',
  'requests must have a from': 'global-sender',
  'the log goes to standard output': 'log-file access-log',
  'see NGOMA_LOG_LEVEL': 'log-level',
  'not needed, messages are in the database': 'store-type store-file store-location',
  'not needed, reports are in the database': 'dlr-storage',
  'clients send numbers with their country code': 'unified-prefix',
  'no equivalent, limit the routes to prefixes': 'white-list white-list-regex',
  'import the numbers with ngoma optout import': 'black-list',
  'not needed, commands work on this machine only': 'admin-allow-ip admin-deny-ip',
  'put a proxy with TLS in front of the server': 'ssl-certkey-file sendsms-port-ssl',
  'not needed, a dlr-url is called for three days until it answers': 'http-request-retry http-queue-delay',
  'see ratePerSecond in docs/carriers.md': 'sms-outgoing-limit',
  'see NGOMA_QUEUE_AGE_SECONDS': 'sms-incoming-queue-limit sms-outgoing-queue-limit maximum-queue-length',
  'not needed, the answer follows the commit': 'immediate-sendsms-reply',
  'not needed, messages wait for their carrier': 'sms-resend-freq',
  'not needed, messages wait for their carrier until their validity ends': 'sms-resend-retry',
  'no equivalent, answers of a webhook are not sent to the phone': 'reply-couldnotfetch',
})

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
