import { wireInstant, type Person } from '../persons.ts';
import type { Pin } from './pins.ts';

export function pinView(pin: Pin, person: Person, metrics: object | null = null): object {
  const { files } = pin;
  const isVideo = files[0]?.type === 'video';
  return {
    id: pin.id,
    created_at: wireInstant(pin.createdAt, person),
    link: pin.link,
    title: pin.title,
    description: pin.description,
    dominant_color: pin.dominantColor ?? '#6E7874',
    alt_text: pin.altText,
    creative_type: isVideo ? 'VIDEO' : files.length > 1 ? 'CAROUSEL' : 'REGULAR',
    board_id: pin.boardId,
    board_section_id: null,
    board_owner: { username: person.username },
    is_owner: true,
    is_standard: true,
    has_been_promoted: false,
    parent_pin_id: null,
    note: '',
    pin_metrics: metrics,
    media: mediaView(pin, isVideo),
  };
}

function mediaView({ files, coverUrl }: Pin, isVideo: boolean): object {
  const images = files.map(({ sha256 }) => imagesOf(sha256));
  if (isVideo) {
    const cover_image_url =
      coverUrl ?? `https://i.pinimg.com/videos/thumbnails/originals/${files[0]?.sha256 ?? ''}.jpg`;
    return { media_type: 'video', images: images[0], cover_image_url, video_url: null, duration: null };
  }
  if (files.length > 1) return { media_type: 'multiple_images', items: images.map((each) => ({ images: each })) };
  return { media_type: 'image', images: images[0] };
}

const imagesOf = (sha256: string): object => ({
  '600x': { width: 600, height: 600, url: `https://i.pinimg.com/600x/${sha256}.jpg` },
});
