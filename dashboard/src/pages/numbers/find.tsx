import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { badNumber } from '../../parts/numbers.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useTypedPhone } from '../../parts/typed-phone.ts'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** Opens the history of a number: typed in any form, or found by its last digits or the name of a contact. */
export function FindNumberPage() {
  const { path } = useThisAccount()
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const phone = useTypedPhone(number)
  // Links and the history of the browser have one address for each number.
  const open = (chosen: string) => void navigate({ to: `${path}/numbers/${chosen}` })
  return (
    <>
      <PageHead title={t.numberHistory.title} about={t.numberHistory.about} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (phone === null) setHasTried(true)
          else open(phone)
        }}
      >
        <Group align="flex-start" gap="sm">
          <NumberField
            label={t.numberHistory.phone}
            description={t.numberHistory.phoneHelp}
            isFocused
            value={number}
            onChange={setNumber}
            onChoose={open}
            error={hasTried && phone === null ? badNumber : null}
          />
          <Button type="submit" leftSection={<Icon name="search" />} mt={{ base: 0, sm: 24 }}>
            {t.numberHistory.find}
          </Button>
        </Group>
      </form>
    </>
  )
}
