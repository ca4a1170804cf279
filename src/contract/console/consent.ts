import { noteLengthMax, numberFile, numberList, Phone, PhoneAnswer, PhoneBody } from '../account/consent.ts'
import { consoleResource, File, Nothing, route } from '../route.ts'
import { listPageOf, objectOf, oneOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const doNotDisturbSources = ['person', 'import'] as const
export type DoNotDisturbSource = (typeof doNotDisturbSources)[number]

/** A number that gets no messages from any account of the installation, except PINs. */
export type DoNotDisturb = Static<typeof DoNotDisturb>
const DoNotDisturb = objectOf({
  phone: Type.String(),
  source: oneOf(doNotDisturbSources),
  note: Type.String(),
  createdAt: Time,
})

const DoNotDisturbBody = objectOf({
  phone: Phone,
  note: Type.Optional(Type.String({ maxLength: noteLengthMax, description: 'why it is on the list' })),
})

export const doNotDisturb = consoleResource('doNotDisturb', {
  list: route('GET /do-not-disturb', 'operator', 'List the numbers on the do-not-disturb list', {
    columns: ['phone', 'source', 'createdAt', 'note'],
    reads: 'do_not_disturb.read',
    ...numberList,
    answer: listPageOf(DoNotDisturb),
  }),
  add: route('POST /do-not-disturb', 'operator', 'Add a number to the do-not-disturb list', {
    done: '{phone} is on the do-not-disturb list now.',
    columns: [],
    command: 'do-not-disturb create',
    does: 'do_not_disturb.add',
    body: DoNotDisturbBody,
    status: 201,
    answer: PhoneAnswer,
  }),
  /** The number is in the body, because the audit log stores paths. */
  remove: route('POST /do-not-disturb/remove', 'operator', 'Remove a number from the do-not-disturb list', {
    done: 'The number is no longer on the do-not-disturb list.',
    does: 'do_not_disturb.remove',
    body: PhoneBody,
    status: 204,
    answer: Nothing,
  }),
  import: route(
    'POST /do-not-disturb/import',
    'operator',
    'Import numbers to the do-not-disturb list from a CSV file',
    { ...numberFile, does: 'do_not_disturb.import' },
  ),
  export: route('GET /do-not-disturb.csv', 'operator', 'Export the do-not-disturb list as a CSV file', {
    does: 'do_not_disturb.export',
    answer: File,
  }),
})
