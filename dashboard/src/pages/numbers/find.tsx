import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { badNumber, isNumber } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Opens the history of a typed number. */
export function FindNumberPage() {
  const { path } = useThisAccount()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { phone: '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  return (
    <>
      <PageHead title={t.numberHistory.title} about={t.numberHistory.about} />
      <form
        noValidate
        onSubmit={form.onSubmit(({ phone }) => {
          void navigate({ to: `${path}/numbers/${encodeURIComponent(phone.trim())}` })
        })}
      >
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t.numberHistory.phone}
            description={t.numberHistory.phoneHelp}
            required
            inputMode="tel"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            w={{ base: '100%', sm: 320 }}
            data-autofocus
            {...form.getInputProps('phone')}
          />
          <Button type="submit" leftSection={<Icon name="search" />} mt={{ base: 0, sm: 24 }}>
            {t.numberHistory.find}
          </Button>
        </Group>
      </form>
    </>
  )
}
