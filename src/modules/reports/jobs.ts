import { lanes } from '../../values/sms.ts'
import type { SmsContext } from '../sms/index.ts'
import { hoursKeptDays } from './rules.ts'
import { deleteQueueHours, mergeDay, noteQueueAges } from './store.ts'

const dayMs = 86_400_000
/** A server that was stopped for longer leaves some hours unmerged, which is only a matter of space. */
const mergedDays = 30
const queueHoursKeptDays = 400

/** Notes how long messages wait for each carrier. */
export async function noteQueues({ db, clock, queue, routing }: SmsContext): Promise<void> {
  if (!(await queue.read())) return
  const ages = routing.names().flatMap((carrier) => {
    const seconds = Math.round(Math.max(...lanes.map((lane) => queue.ageSeconds(carrier, lane))))
    return seconds === 0 ? [] : [{ carrier, seconds }]
  })
  if (ages.length > 0) await noteQueueAges(db, ages, clock.now())
}

/** Keeps the tables of reports small. */
export async function mergeOldHours({ db, clock }: Pick<SmsContext, 'db' | 'clock'>): Promise<void> {
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs
  await deleteQueueHours(db, new Date(today - queueHoursKeptDays * dayMs))
  for (let day = hoursKeptDays; day < hoursKeptDays + mergedDays; day += 1)
    await mergeDay(db, new Date(today - day * dayMs))
}
