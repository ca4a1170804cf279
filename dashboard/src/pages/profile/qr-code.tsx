import { encode } from 'uqr'

/** A QR code. Black on white in dark mode too, because many apps cannot read inverted codes. */
export function QrCode({
  text,
  label,
  size = 208,
}: {
  readonly text: string
  readonly label: string
  readonly size?: number
}) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
