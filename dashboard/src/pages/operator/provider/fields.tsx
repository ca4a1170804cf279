import { Box, Fieldset, Select, SimpleGrid, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Described, DescribedSettings } from '../../../../../src/values/kind-description.ts'
import { t } from '../../../operator-text.ts'
import { FieldInput } from '../../../parts/field-input.tsx'
import { Note } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'
import { type Draft, type FieldKind, formOf, kindOf, type Problems, typesOf } from './draft.ts'

/** Inputs for described settings of any kind. */

export interface FormState {
  readonly draft: Draft
  readonly problems: Problems
  readonly set: (path: string, value: Draft[string]) => void
}

interface FieldsProps extends FormState {
  readonly settings: DescribedSettings
  readonly required: readonly string[]
  readonly under?: string
}

const wide: readonly FieldKind[] = ['group', 'optional group', 'pairs', 'text or JSON', 'JSON']
const longFrom = 500
const isWide = (described: Described) =>
  wide.includes(kindOf(described)) || (kindOf(described) === 'text' && (described.maxLength ?? 0) >= longFrom)

/** Descriptions are below the inputs, so that inputs side by side are aligned. */
export const inputOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

export function Fields({ settings, required, under = '', ...state }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      {Object.entries(settings).map(([name, described]) => (
        <Box key={name} style={isWide(described) ? { gridColumn: '1 / -1' } : undefined}>
          <Field described={described} path={`${under}${name}`} isRequired={required.includes(name)} {...state} />
        </Box>
      ))}
    </SimpleGrid>
  )
}

interface FieldProps extends FormState {
  readonly described: Described
  readonly path: string
  readonly isRequired: boolean
}

function Field({ described, path, isRequired, ...state }: FieldProps) {
  const { draft, problems, set } = state
  const kind = kindOf(described)
  const { title, description, properties = {}, required = [], minimum, maximum, maxLength = 0 } = described
  const value = draft[path]
  const text = typeof value === 'string' ? value : ''
  const common = {
    label: title,
    description,
    error: problems[path] ?? null,
    inputWrapperOrder: inputOrder,
    withAsterisk: isRequired,
    'aria-required': isRequired,
  }
  const onType = ({ currentTarget }: { currentTarget: { value: string } }) => set(path, currentTarget.value)
  const area = {
    value: text,
    onChange: onType,
    autosize: true,
    minRows: 2,
    maxRows: 14,
    spellCheck: false,
    styles: { input: { fontFamily: 'monospace' } },
  }

  switch (kind) {
    case 'group':
    case 'optional group':
      return (
        <Group
          title={title}
          description={description}
          isOn={kind === 'group' ? null : value === true}
          onSwitch={(isOn) => set(path, isOn)}
          error={problems[path]}
        >
          <Fields settings={properties} required={required} under={`${path}.`} {...state} />
        </Group>
      )
    case 'choice':
    case 'number':
      return (
        <FieldInput
          field={{
            type: kind === 'choice' ? 'string' : typesOf(described).includes('integer') ? 'integer' : 'number',
            isRequired,
            isNullable: typeof described.default !== 'string',
          }}
          options={{
            label: title,
            choices: described.enum && Object.fromEntries(described.enum.map((one) => [one, one])),
            placeholder: kind === 'choice' ? t.carriers.default : showDefault(described),
          }}
          props={{
            ...common,
            description: kind === 'choice' ? description : boundsOf(description, minimum, maximum),
            required: isRequired,
            value: text,
            onChange: (chosen) => set(path, String(chosen ?? '')),
            'data-path': path,
          }}
        />
      )
    case 'switch':
      return (
        <Switch
          label={title}
          description={description}
          checked={value === true}
          onChange={({ currentTarget }) => set(path, currentTarget.checked)}
          error={problems[path]}
        />
      )
    case 'values':
      return (
        <TagsInput
          {...common}
          value={Array.isArray(value) ? [...value] : []}
          onChange={(values) => set(path, values)}
          splitChars={[',']}
          acceptValueOnBlur
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t.carriers.typeValue}
        />
      )
    case 'pairs':
      return (
        <Textarea
          {...common}
          {...area}
          placeholder={described.examples?.[0] ?? 'Authorization: Bearer {secrets.password}'}
          description={`${description} ${t.carriers.onePerLine}`}
        />
      )
    case 'JSON':
      return <Textarea {...common} {...area} description={`${description} ${t.carriers.asJson}`} />
    case 'text or JSON':
      return (
        <Stack gap={6}>
          <Textarea {...common} {...area} />
          <Select
            size="xs"
            w={220}
            aria-label={fill(t.carriers.sentAs, { title })}
            data={[
              { value: 'json', label: t.carriers.sentAsJson },
              { value: 'text', label: t.carriers.sentAsText },
            ]}
            value={String(draft[formOf(path)] ?? 'json')}
            allowDeselect={false}
            onChange={(form) => set(formOf(path), form ?? 'json')}
          />
        </Stack>
      )
    default:
      return maxLength >= longFrom ? (
        <Textarea {...common} {...area} />
      ) : (
        <TextInput {...common} value={text} onChange={onType} spellCheck={false} autoComplete="off" />
      )
  }
}

const showDefault = ({ default: value }: Described) => (value === undefined || value === null ? '' : `${value}`)

const boundsOf = (description: string, minimum: number | undefined, maximum: number | undefined) =>
  minimum === undefined || maximum === undefined
    ? description
    : `${description} ${fill(t.carriers.range, { minimum, maximum })}`

interface GroupProps {
  readonly title: string
  readonly description: string
  /** Null for a required group. */
  readonly isOn: boolean | null
  readonly onSwitch: (isOn: boolean) => void
  readonly error: string | undefined
  readonly children: ReactNode
}

/** A group of settings. It keeps its input while it is off. */
function Group({ title, description, isOn, onSwitch, error, children }: GroupProps) {
  if (isOn === null)
    return (
      <Fieldset legend={title} px={{ base: 'sm', sm: 'md' }}>
        <Stack gap="md">
          <Note>{description}</Note>
          {error && (
            <Text size="sm" c="var(--mantine-color-error)">
              {error}
            </Text>
          )}
          {children}
        </Stack>
      </Fieldset>
    )
  return (
    <Stack gap="sm">
      <Switch
        label={title}
        description={description}
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        error={error}
      />
      {isOn && (
        <Fieldset aria-label={title} px={{ base: 'sm', sm: 'md' }}>
          {children}
        </Fieldset>
      )}
    </Stack>
  )
}
