import { noteLengthMax, numberFile, numberList, Phone, PhoneAnswer, PhoneBody } from '../account/consent.ts'
import { consoleResource, File, Nothing, route } from '../route.ts'
import { objectOf, oneOf, optional, Time } from '../shapes.ts'
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

export const doNotDisturb = consoleResource('doNotDisturb', {
  list: route('GET /do-not-disturb', 'operator', 'List the numbers on the do-not-disturb list', {
    columns: 'phone, source, createdAt, note',
    reads: 'do_not_disturb.read',
    ...numberList(DoNotDisturb),
  }),
  add: route('POST /do-not-disturb', 'operator', 'Add a number to the do-not-disturb list', {
    done: '{phone} is on the do-not-disturb list now.',
    command: 'do-not-disturb create',
    does: 'do_not_disturb.add',
    body: objectOf({
      phone: Phone,
      note: optional(Type.String({ maxLength: noteLengthMax }), 'why it is on the list'),
    }),
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
