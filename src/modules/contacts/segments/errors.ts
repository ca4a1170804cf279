import { Refusal } from '../../../values/refusal.ts'

export const segmentMissing = () =>
  new Refusal(404, 404, 'Segment Not Found', {
    hint: 'the segment was deleted or belongs to another account: take its ID from the list of segments',
    problem: 'segment_not_found',
  })
export const bookOfSegmentMissing = () =>
  new Refusal(404, 404, 'Address Book of the Segment Not Found', {
    hint: 'an address book in the filter was deleted or belongs to another account: change the filter of the segment',
    problem: 'book_not_found',
  })
/** The book was deleted by the public API, which knows no segments. */
export const segmentIncomplete = (name: string) =>
  new Refusal(409, 409, `The Segment ${JSON.stringify(name)} Names an Address Book That Was Deleted`, {
    hint: 'change the filter of the segment: without the address book it would select other contacts',
    plain: 'The Segment Names an Address Book That Was Deleted',
    problem: 'segment_incomplete',
  })
export const segmentTooSlow = () =>
  new Refusal(422, 422, 'The Segment Takes Too Long to Read', {
    hint: 'few of the contacts match: add a condition on an address book with fewer contacts',
    problem: 'segment_too_slow',
  })
export const segmentExists = (name: string) =>
  new Refusal(409, 409, `A Segment Named ${JSON.stringify(name)} Already Exists`, {
    hint: 'choose another name, or change the existing segment',
    plain: 'A Segment With This Name Already Exists',
    problem: 'segment_exists',
  })
const namesMax = 5

/** The address book or field stays, because a filter without it would select other contacts. */
export function usedBySegments(used: 'field' | 'book', names: readonly string[]): Refusal {
  const shown = names.slice(0, namesMax).map((name) => JSON.stringify(name))
  const others = names.length > namesMax ? [`${names.length - namesMax} More`] : []
  const thing = used === 'field' ? 'Field' : 'Address Book'
  const users = names.length === 1 ? `Segment ${shown[0]} Uses` : `Segments ${[...shown, ...others].join(', ')} Use`
  return new Refusal(409, 409, `The ${users} This ${thing}`, {
    hint: 'change or delete the segments first',
    plain: `A Segment Uses This ${thing}`,
    problem: `${used}_in_use`,
  })
}
export const tooManySegments = (segmentsMax: number) =>
  new Refusal(409, 409, `The Account Already Has ${segmentsMax} Segments`, {
    hint: 'delete a segment that you no longer need',
    problem: 'too_many_segments',
  })
export const invalidCondition = (index: number, fault: string) =>
  new Refusal(400, 400, `Invalid Condition ${index + 1}: ${fault}`, {
    hint: 'correct the condition; npx ngoma segment create --help and POST /v2/segments in /docs list fields and comparisons',
    plain: 'Invalid Condition',
    problem: 'invalid_condition',
    errors: [{ field: `filter.conditions[${index}]`, message: fault }],
  })
