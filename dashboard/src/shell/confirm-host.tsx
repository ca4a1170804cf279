import { lazy, Suspense, useEffect, useRef } from 'react'
import { dropConfirmation, useConfirmation } from '../parts/confirm.ts'
import { useDialogs } from '../parts/dialogs.ts'

const load = () => import('../parts/confirm-dialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await load()).ConfirmDialog }))

/** The page comes first. */
const preloadAfterMs = 3_000

/** Shows what `confirm` asks. A parameter of its own leaves the dialog below open. */
export function ConfirmHost() {
  const asked = useConfirmation()
  const { name, open, close } = useDialogs('confirm')
  const isInAddress = name !== null
  const wasInAddress = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each confirmation
  useEffect(() => {
    if (asked !== null) open('yes')
  }, [asked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address counts
  useEffect(() => {
    if (isInAddress && asked === null) void close()
    if (!isInAddress && wasInAddress.current) dropConfirmation()
    wasInAddress.current = isInAddress
  }, [isInAddress])
  useEffect(() => {
    const idle = setTimeout(() => void load().catch(() => {}), preloadAfterMs)
    return () => clearTimeout(idle)
  }, [])
  if (asked === null || !isInAddress) return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog of={asked} close={close} />
    </Suspense>
  )
}
