import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useDialogs } from '../../parts/dialogs.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SmppBinds } from '../../parts/smpp-binds.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { Connection } from './connection.tsx'
import { SmppCredentials } from './credentials.tsx'
import { IssuedSmpp, type Shown } from './issued.tsx'

export function SmppPage() {
  const account = useThisAccount()
  const { open } = useDialogs()
  const [shown, setShown] = useState<Shown | null>(null)
  const isOwner = mayAs(account, 'owner')
  return (
    <>
      <PageHead title={t.smpp.title} about={t.smpp.about}>
        {isOwner && <Button onClick={() => open('add')}>{t.smpp.create}</Button>}
      </PageHead>
      <Stack gap="xl">
        {!isOwner && (
          <Alert color="blue" variant="light">
            {t.smpp.ownersOnly}
          </Alert>
        )}
        <Connection />
        <SmppCredentials onShow={setShown} />
        <SmppBinds />
      </Stack>
      {shown && <IssuedSmpp shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
