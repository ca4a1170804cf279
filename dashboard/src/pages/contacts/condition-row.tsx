import { CloseButton, Group, Paper, Select, TextInput } from '@mantine/core'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import { valueLengthMax } from '../../../../src/values/custom-field.ts'
import { standardFields } from '../../../../src/values/segment-filter.ts'
import { fill, t } from '../../text.ts'
import { BookSelect } from './book-select.tsx'
import { changed, type Draft, inputFor, isOther, operatorsFor, typeOf } from './condition-draft.ts'
import { fieldLabel } from './condition-words.ts'

interface ConditionRowProps {
  readonly draft: Draft
  /** From 1. */
  readonly number: number
  readonly fields: readonly ContactField[]
  readonly onChange: (draft: Draft) => void
  /** Null for the only condition. */
  readonly onRemove: (() => void) | null
}

/** A condition: a field, a comparison and a value. */
export function ConditionRow({ draft, number, fields, onChange, onRemove }: ConditionRowProps) {
  const change = (part: Partial<Draft>) => onChange(changed(draft, part, fields))
  return (
    <Paper withBorder p="sm">
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Group gap="sm" flex={1}>
          <Select
            aria-label={fill(t.segments.subject, { number })}
            data={subjectsOf(fields)}
            value={draft.subject}
            onChange={(subject) => subject !== null && change({ subject })}
            allowDeselect={false}
            searchable
            w={{ base: '100%', xs: 200 }}
          />
          <Select
            aria-label={fill(t.segments.operator, { number })}
            data={operatorsFor(draft.subject, fields).map((value) => ({
              value,
              label: operatorLabel(draft.subject, value, fields),
            }))}
            value={draft.operator}
            onChange={(operator) => operator !== null && change({ operator })}
            allowDeselect={false}
            w={{ base: '100%', xs: 230 }}
          />
          <ValueInput draft={draft} number={number} fields={fields} onChange={(value) => change({ value })} />
        </Group>
        {onRemove !== null && (
          <CloseButton size={36} iconSize={18} aria-label={fill(t.segments.remove, { number })} onClick={onRemove} />
        )}
      </Group>
    </Paper>
  )
}

function ValueInput({
  draft,
  number,
  fields,
  onChange,
}: Pick<ConditionRowProps, 'draft' | 'number' | 'fields'> & { readonly onChange: (value: string) => void }) {
  const kind = inputFor(draft, fields)
  const label = fill(t.segments.value, { number })
  if (kind === 'none') return null
  if (kind === 'book')
    return (
      <BookSelect
        label={label}
        isFilter
        placeholder={t.segments.chooseBook}
        value={draft.value === '' ? null : draft.value}
        onChange={(id) => onChange(id ?? '')}
        width={240}
      />
    )
  if (kind === 'choice')
    return (
      <Select
        aria-label={label}
        placeholder={t.segments.chooseValue}
        data={fields.find(({ key }) => key === draft.subject)?.choices ?? []}
        value={draft.value === '' ? null : draft.value}
        onChange={(value) => onChange(value ?? '')}
        allowDeselect={false}
        w={{ base: '100%', xs: 200 }}
      />
    )
  return (
    <TextInput
      aria-label={label}
      value={draft.value}
      maxLength={valueLengthMax}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      type={kind === 'date' ? 'date' : undefined}
      inputMode={kind === 'number' ? ('decimal' as const) : undefined}
      {...(kind === 'days'
        ? { inputMode: 'numeric' as const, rightSection: t.segments.days, rightSectionWidth: 56 }
        : {})}
      w={{ base: '100%', xs: kind === 'days' ? 130 : 200 }}
    />
  )
}

const subjectsOf = (fields: readonly ContactField[]) => [
  {
    group: t.segments.groups.standard,
    items: Object.keys(standardFields).map((value) => ({ value, label: fieldLabel(value, fields) })),
  },
  ...(fields.length === 0
    ? []
    : [{ group: t.segments.groups.custom, items: fields.map(({ key, name }) => ({ value: key, label: name })) }]),
  {
    group: t.segments.groups.activity,
    items: [
      { value: '*book', label: t.segments.book },
      { value: '*message', label: t.segments.message },
      { value: '*reply', label: t.segments.reply },
      { value: '*click', label: t.segments.click },
    ],
  },
]

function operatorLabel(subject: string, operator: string, fields: readonly ContactField[]): string {
  const { book, message, reply, click, ...ofTypes } = t.segments.operators
  const others = { '*book': book, '*message': message, '*reply': reply, '*click': click }
  const labels: Readonly<Record<string, string>> = isOther(subject) ? others[subject] : ofTypes[typeOf(subject, fields)]
  return labels[operator] ?? operator
}
