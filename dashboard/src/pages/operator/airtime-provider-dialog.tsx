import { JsonInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AirtimeProvider } from '../../../../src/contract/console/airtime.ts'
import type { BodyOf } from '../../../../src/contract/console/index.ts'
import { ask, Refused } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'

interface ProviderDialogProps {
  /** Null: a new one. */
  readonly provider: AirtimeProvider | null
  readonly onClose: () => void
}

/** How a provider is spoken to, as JSON: the templates are too free for fields of their own. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const form = useForm({
    initialValues: {
      name: provider?.name ?? '',
      active: provider?.active ?? true,
      settings: provider === null ? '' : JSON.stringify(provider.settings, null, 2),
      secrets: '',
    },
    validate: {
      name: (value) => (/^[a-z0-9-]{1,32}$/.test(value) ? null : 'Up to 32 small letters, digits and dashes.'),
      settings: (value) => (parseObject(value) === null ? 'This is no JSON object.' : null),
      secrets: (value) => (parseSecrets(value) === null ? 'Each line is a name, an equals sign and a value.' : null),
    },
  })
  const save = useChange(
    ({ name, active, settings, secrets }: typeof form.values) =>
      saveProvider(
        name,
        { active, settings: parseObject(settings) ?? {}, secrets: parseSecrets(secrets) ?? {} },
        provider === null,
      ),
    {
      refreshes: ['/airtime/providers'],
      onDone: () => {
        sayDone('The provider was saved.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={provider === null ? 'Set up provider' : `Change ${provider.name}`}
      isOpen
      onClose={onClose}
      change={save}
      submit="Save provider"
      size="lg"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {provider === null && (
        <TextInput
          label="Name"
          description="Small letters, digits and dashes."
          required
          maxLength={32}
          {...form.getInputProps('name')}
        />
      )}
      <Switch
        label="Takes new transfers"
        description="Whichever took them before stops doing so."
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      <JsonInput
        label="Settings"
        description="What is called to pay and to ask, and what answers mean, as JSON. The manual has an example under “Providers of airtime”."
        required
        autosize
        minRows={8}
        maxRows={18}
        classNames={{ input: 'code' }}
        {...form.getInputProps('settings')}
      />
      <Textarea
        label="Secrets"
        description={`One a line, as name=value.${provider !== null && provider.secrets.length > 0 ? ` Kept: ${provider.secrets.join(', ')}. What you leave out stays; a name with nothing behind the sign is taken away.` : ''}`}
        autosize
        minRows={2}
        classNames={{ input: 'code' }}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('secrets')}
      />
    </FormDialog>
  )
}

/** The server takes a provider by its name, and would change the one that has it already. */
async function saveProvider(
  name: string,
  body: BodyOf<'PUT /airtime/providers/:provider'>,
  isNew: boolean,
): Promise<AirtimeProvider> {
  if (isNew) {
    const { data } = await ask('GET /airtime/providers', {})
    if (data.some((one) => one.name === name))
      throw new Refused(409, 409, `There is a provider ${name} already: take another name, or change that one.`, null)
  }
  return ask('PUT /airtime/providers/:provider', { path: { provider: name }, body })
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Null for a line that is none. */
function parseSecrets(text: string): Record<string, string | null> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] || null]))
}
