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
export const segmentExists = (name: string) =>
  new Refusal(409, 409, `A Segment Named ${JSON.stringify(name)} Already Exists`, {
    hint: 'choose another name, or change the existing segment',
    plain: 'A Segment With This Name Already Exists',
    problem: 'segment_exists',
  })
export const tooManySegments = (segmentsMax: number) =>
  new Refusal(409, 409, `The Account Already Has ${segmentsMax} Segments`, {
    hint: 'delete a segment that you no longer need',
    problem: 'too_many_segments',
  })
export const invalidCondition = (index: number, fault: string) =>
  new Refusal(400, 400, `Invalid Condition ${index + 1}: ${fault}`, {
    hint: 'correct the condition; the guide on segments lists fields, operators and values',
    plain: 'Invalid Condition',
    problem: 'invalid_condition',
    errors: [{ field: `filter.conditions[${index}]`, message: fault }],
  })
