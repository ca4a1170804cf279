import { JsonInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AirtimeProvider } from '../../../../src/contract/console/airtime.ts'
import type { BodyOf } from '../../../../src/contract/console/index.ts'
import { ask, Refused } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { fill, t } from '../../text.ts'

interface ProviderDialogProps {
  /** Null for a new provider. */
  readonly provider: AirtimeProvider | null
  readonly onClose: () => void
}

/** The settings are JSON, because request templates have no fixed fields. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const form = useForm({
    initialValues: {
      name: provider?.name ?? '',
      active: provider?.active ?? true,
      settings: provider === null ? '' : JSON.stringify(provider.settings, null, 2),
      secrets: '',
    },
    validate: {
      name: (value) => (/^[a-z0-9-]{1,32}$/.test(value) ? null : t.airtimeProviders.nameInvalid),
      settings: (value) => (parseObject(value) === null ? t.airtimeProviders.settingsInvalid : null),
      secrets: (value) => (parseSecrets(value) === null ? t.airtimeProviders.secretsInvalid : null),
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
        sayDone(t.airtimeProviders.saved)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={provider === null ? t.airtimeProviders.add : fill(t.airtimeProviders.changeNamed, { name: provider.name })}
      isOpen
      onClose={onClose}
      change={save}
      submit={provider === null ? t.airtimeProviders.add : t.airtimeProviders.saveProvider}
      size="lg"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {provider === null && (
        <TextInput
          label={t.airtimeProviders.name}
          description={t.airtimeProviders.nameAbout}
          required
          maxLength={32}
          {...form.getInputProps('name')}
        />
      )}
      <Switch
        label={t.airtimeProviders.active}
        description={t.airtimeProviders.activeAbout}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      <JsonInput
        label={t.airtimeProviders.settings}
        description={t.airtimeProviders.settingsAbout}
        required
        autosize
        minRows={8}
        maxRows={18}
        classNames={{ input: 'code' }}
        {...form.getInputProps('settings')}
      />
      <Textarea
        label={t.airtimeProviders.secrets}
        description={
          provider === null || provider.secrets.length === 0
            ? t.airtimeProviders.secretsAbout
            : fill(t.airtimeProviders.secretsStored, { names: provider.secrets.join(', ') })
        }
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

/** The API would change an existing provider of the same name. */
async function saveProvider(
  name: string,
  body: BodyOf<'PUT /airtime/providers/:provider'>,
  isNew: boolean,
): Promise<AirtimeProvider> {
  if (isNew) {
    const { data } = await ask('GET /airtime/providers', {})
    if (data.some((one) => one.name === name))
      throw new Refused(409, 409, fill(t.airtimeProviders.nameTaken, { name }), null)
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

/** Null when a line is not `name=value`. */
function parseSecrets(text: string): Record<string, string | null> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] || null]))
}
