// Which way is down, as this phone feels it, for the camera on its back.
const TURN = Math.PI / 180;

export class Gravity {
  #felt = null;

  // In a tap: some browsers ask for leave, and without one nothing is felt.
  async listen() {
    const kind = window.DeviceOrientationEvent;
    try {
      if (kind?.requestPermission && (await kind.requestPermission()) !== "granted") return;
    } catch {
      return; // no tap, or asked before
    }
    window.ondeviceorientation = ({ beta, gamma }) => (this.#felt = beta === null || gamma === null ? null : [beta, gamma]);
  }

  // In the axes of an upright picture, each 1 at most: {right, bottom, into}; {} where it is not felt.
  get down() {
    if (!this.#felt) return {};
    const [beta, gamma] = this.#felt.map((degrees) => degrees * TURN);
    const [x, y] = [Math.cos(beta) * Math.sin(gamma), -Math.sin(beta)]; // to the phone's right and its top
    const turned = (screen.orientation?.angle ?? window.orientation ?? 0) * TURN;
    return {
      right: x * Math.cos(turned) - y * Math.sin(turned),
      bottom: -x * Math.sin(turned) - y * Math.cos(turned),
      into: Math.cos(beta) * Math.cos(gamma),
    };
  }
}
