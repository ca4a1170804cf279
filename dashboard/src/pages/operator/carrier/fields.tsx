import {
  Box,
  Fieldset,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import type { Described, DescribedSettings } from '../../../../../src/values/kind-description.ts'
import { type Draft, type FieldKind, formOf, kindOf, type Problems, typesOf } from './draft.ts'

/** Inputs for described settings, whatever they are. */

export interface Drawn {
  readonly draft: Draft
  readonly problems: Problems
  readonly set: (path: string, value: Draft[string]) => void
}

interface FieldsProps extends Drawn {
  readonly settings: DescribedSettings
  readonly required: readonly string[]
  readonly under?: string
}

const wide: readonly FieldKind[] = ['group', 'optional group', 'pairs', 'text or JSON', 'JSON']
const longFrom = 500
const isWide = (described: Described) =>
  wide.includes(kindOf(described)) || (kindOf(described) === 'text' && (described.maxLength ?? 0) >= longFrom)

/** What is under an input says more than what is above it: so that inputs side by side stand in a line. */
export const inputOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

export function Fields({ settings, required, under = '', ...drawn }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      {Object.entries(settings).map(([name, described]) => (
        <Box key={name} {...(isWide(described) ? { style: { gridColumn: '1 / -1' } } : {})}>
          <Field described={described} path={`${under}${name}`} isRequired={required.includes(name)} {...drawn} />
        </Box>
      ))}
    </SimpleGrid>
  )
}

interface FieldProps extends Drawn {
  readonly described: Described
  readonly path: string
  readonly isRequired: boolean
}

function Field({ described, path, isRequired, ...drawn }: FieldProps) {
  const { draft, problems, set } = drawn
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
          <Fields settings={properties} required={required} under={`${path}.`} {...drawn} />
        </Group>
      )
    case 'choice':
      return (
        <Select
          {...common}
          data={described.enum ?? []}
          value={text === '' ? null : text}
          onChange={(chosen) => set(path, chosen ?? '')}
          allowDeselect={false}
          clearable={described.default === undefined}
          clearButtonProps={{ 'aria-label': `Clear ${title}` }}
          placeholder="As usual"
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          description={boundsOf(description, minimum, maximum)}
          value={text}
          onChange={(typed) => set(path, String(typed))}
          // What is typed stays, also when the server will not have it.
          clampBehavior="none"
          allowDecimal={!typesOf(described).includes('integer')}
          hideControls
          placeholder={usualOf(described)}
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
          placeholder={Array.isArray(value) && value.length > 0 ? '' : 'Type a value, then Enter'}
        />
      )
    case 'pairs':
      return (
        <Textarea
          {...common}
          {...area}
          placeholder={'Authorization: Bearer {secrets.password}'}
          description={`${description} One a line: Name: value`}
        />
      )
    case 'JSON':
      return <Textarea {...common} {...area} description={`${description} As JSON.`} />
    case 'text or JSON':
      return (
        <Stack gap={6}>
          <Textarea {...common} {...area} />
          <Select
            size="xs"
            w={220}
            aria-label={`${title} is sent as`}
            data={[
              { value: 'json', label: 'Sent as JSON' },
              { value: 'text', label: 'Sent as a text or form' },
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

const usualOf = ({ default: usual }: Described) => (usual === undefined || usual === null ? '' : `${usual}`)

const boundsOf = (description: string, minimum: number | undefined, maximum: number | undefined) =>
  minimum === undefined || maximum === undefined
    ? description
    : `${description} ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`

interface GroupProps {
  readonly title: string
  readonly description: string
  /** Null where it can't be left out. */
  readonly isOn: boolean | null
  readonly onSwitch: (isOn: boolean) => void
  readonly error: string | undefined
  readonly children: ReactNode
}

/** Settings that belong together. What is typed into them is kept while they are off. */
function Group({ title, description, isOn, onSwitch, error, children }: GroupProps) {
  if (isOn === null)
    return (
      <Fieldset legend={title} px={{ base: 'sm', sm: 'md' }}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {description}
          </Text>
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
