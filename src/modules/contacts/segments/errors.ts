import { type Refusal, refuse } from '../../../values/refusal.ts'

const namesMax = 5

export function usedBySegments(used: 'field' | 'book', segments: readonly { readonly name: string }[]): Refusal {
  const names = segments.map(({ name }) => name)
  const shown = names.slice(0, namesMax).map((name) => JSON.stringify(name))
  const others = names.length > namesMax ? [`${names.length - namesMax} more`] : []
  return refuse(`${used}_in_use`, {
    detail: `${names.length === 1 ? 'A segment uses' : 'Segments use'} this ${used === 'field' ? 'contact field' : 'address book'}: ${[...shown, ...others].join(', ')}.`,
    hint: 'change or delete the segments first',
  })
}
export const invalidCondition = (index: number, fault: string) =>
  refuse('invalid_condition', {
    detail: `Condition ${index + 1} is invalid: ${fault}.`,
    hint: 'correct the condition; POST /v2/segments in /docs and npx ngoma segment create --help list fields and comparisons',
    errors: [{ field: `filter.conditions[${index}]`, message: fault }],
  })
