// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The view of the world: scene, cameras and layers on one canvas. Draws only when something has changed.
// Positions are relative to an origin near the vehicle's start, because the GPU has single precision only.
import { Color, Group, type Object3D, Quaternion, Scene, SRGBColorSpace, Vector3, WebGLRenderer } from "three";
import { Budget, kFirstSplats } from "./budget";
import { CameraRig, type CameraMode } from "./cameras";
import { ActorBoxes, drivableLines, fetchGround, groundGrid, LidarPoints, lineOf, type LayerName, vehicleBox } from "./layers";
import { readPly } from "./ply";
import { SplatLayer } from "./splats";
import type { Point, WorldFile } from "./world_file";

const kMostSplats = 4_000_000;  // 128 MB and more of GPU memory
const kMostPixels = 2560 * 1440;

// What the view tells the page.
export interface ViewEvents {
  progress(text: string): void;  // "" when done
  splats(drawn: number, total: number, inFile: number): void;
  failed(text: string): void;
}

export class WorldView {
  readonly rig = new CameraRig();
  private readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly splats: SplatLayer;
  private readonly layers = new Map<LayerName, Object3D>();
  private readonly visible = new Map<LayerName, boolean>();
  private readonly lidars = new Map<string, LidarPoints>();  // by topic
  private readonly lidarGroup = new Group();
  private readonly actors = new ActorBoxes();
  private readonly vehicle: Group;
  private readonly origin: Vector3;
  private readonly observer: ResizeObserver;
  private dirty = true;
  private busy = true;  // files are still loading
  private drawAll = false;
  private inFile = 0;
  private readonly budget = new Budget();
  private pending: { fence: WebGLSync; began: number; settled: boolean } | null = null;  // the frame that the GPU works on
  private disposed = false;

  // Throws an Error if the browser has no WebGL 2.
  constructor(private readonly canvas: HTMLCanvasElement, private readonly world: WorldFile, private readonly events: ViewEvents) {
    this.renderer = new WebGLRenderer({ canvas, antialias: false, powerPreference: "high-performance" });
    this.origin = new Vector3(...(world.pose.slice(0, 3).map(Math.round) as Point));
    this.scene.background = new Color().setRGB(...world.rendering.background, SRGBColorSpace);
    this.splats = new SplatLayer(this.renderer, this.scene, world.rendering, () => (this.dirty = true));
    this.vehicle = vehicleBox(world.vehicle);
    const boxes = new Group().add(this.vehicle, this.actors.group);
    this.addLayer("boxes", boxes);
    this.addLayer("lidar", this.lidarGroup);
    this.addLayer("path", lineOf(world.path.map((p) => this.inScene(p)), 0xff7b72));
    const [x, y, z, qx, qy, qz, qw] = world.pose;
    this.setVehicle([x, y, z], [qx, qy, qz, qw]);
    canvas.addEventListener("webglcontextlost", () => events.failed("The graphics driver has given up the view. Reload the page."));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.resize();
    this.renderer.setAnimationLoop(() => this.frame());
  }

  // Loads the files of the world; the view can be used meanwhile.
  async load(): Promise<void> {
    const { files } = this.world;
    try {
      if (files["/world/drivable.geojson"]) {
        const text = await (await fetch("world/drivable.geojson")).text();
        this.addLayer("drivable", drivableLines(text, this.world, this.origin));
      }
      if (files["/world/gaussians.ply"]) await this.loadSplats(files["/world/gaussians.ply"]);
      if (!this.splats.total) await this.loadGround();
    } catch (error) {
      this.events.failed(error instanceof Error ? error.message : String(error));
    }
    this.busy = false;
    this.events.progress("");
    this.touch();
  }

  setLayer(name: LayerName, visible: boolean): void {
    this.visible.set(name, visible);
    if (name === "ground" && visible && !this.layers.has("ground")) void this.loadGround();
    if (name === "splats") this.splats.setVisible(visible);
    const layer = this.layers.get(name);
    if (layer) layer.visible = visible;
    this.touch();
  }
  setCamera(mode: CameraMode): void {
    this.rig.choose(mode);
    this.vehicle.visible = mode !== "driver";  // the driver sits in it
    this.touch();
  }
  // true: draws all Gaussians, however long a frame takes.
  setDrawAll(all: boolean): void {
    this.drawAll = all;
    this.budget.restart();
    this.limitSplats(all ? Infinity : kFirstSplats);
    this.touch();
  }
  // Pose of base_link in map.
  setVehicle(position: Point, rotation: [number, number, number, number]): void {
    const pose = { position: this.inScene(position), rotation: new Quaternion(...rotation) };
    if (pose.position.equals(this.vehicle.position) && pose.rotation.equals(this.vehicle.quaternion)) return;
    this.vehicle.position.copy(pose.position);
    this.vehicle.quaternion.copy(pose.rotation);
    this.rig.follow(pose);
    this.touch();
  }
  // The newest sweep of a LiDAR in its frame; the frame's pose in base_link.
  setLidar(name: string, xyz: Float32Array, position: Point, rotation: [number, number, number, number]): void {
    const { position: p, quaternion: q } = this.vehicle;
    let lidar = this.lidars.get(name);
    if (!lidar) {
      lidar = new LidarPoints();
      this.lidars.set(name, lidar);
      this.lidarGroup.add(lidar.points);
    }
    lidar.set(xyz, new Vector3(...position).applyQuaternion(q).add(p), q.clone().multiply(new Quaternion(...rotation)));
    this.dirty = true;
  }
  // Boxes of other road users in map.
  setActors(boxes: { position: Point; rotation: [number, number, number, number]; size: Point }[]): void {
    this.actors.set(boxes.map((box) => ({ position: this.inScene(box.position), rotation: new Quaternion(...box.rotation), size: new Vector3(...box.size) })));
    this.dirty = true;
  }
  // A point of map in the scene.
  inScene(p: Point): Vector3 {
    return new Vector3(...p).sub(this.origin);
  }
  // Camera or Gaussians have changed: they are sorted again.
  touch(): void {
    this.dirty = true;
    this.canvas.setAttribute("aria-busy", "true");
    this.splats.touched();
  }
  dispose(): void {
    this.disposed = true;
    this.renderer.setAnimationLoop(null);
    this.observer.disconnect();
    this.renderer.dispose();
  }

  private addLayer(name: LayerName, object: Object3D): void {
    object.visible = this.visible.get(name) ?? true;
    this.layers.set(name, object);
    this.scene.add(object);
    this.touch();
  }

  private async loadGround(): Promise<void> {
    const mesh = await fetchGround(this.world, this.origin);
    if (this.disposed || this.layers.has("ground")) return;
    if (mesh) this.addLayer("ground", mesh);
    else if (Object.keys(this.world.files).length === 0) this.addLayer("ground", groundGrid());  // of a recorded run
  }

  private async loadSplats(bytes: number): Promise<void> {
    const response = await fetch("world/gaussians.ply");
    if (!response.ok || !response.body) throw new Error(`the Gaussians: the server answers ${response.status}`);
    const cloud = await readPly(response.body, {
      most: kMostSplats,
      order: this.world.rendering.quaternion_order,
      origin: [this.origin.x, this.origin.y, this.origin.z],
      bytes,
      progress: (read) => this.events.progress(`loading the world: ${Math.floor((100 * read) / bytes)} %`),
    });
    if (this.disposed) return;
    this.inFile = cloud.fileCount;
    this.splats.set(cloud.arrays);
    this.splats.setVisible(this.visible.get("splats") ?? true);
    this.limitSplats(this.drawAll ? Infinity : kFirstSplats);
  }

  private limitSplats(limit: number): void {
    this.splats.setLimit(limit);
    this.events.splats(this.splats.drawn, this.splats.total, this.inFile);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(window.devicePixelRatio, Math.sqrt(kMostPixels / (width * height)));
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height);
    this.budget.restart();
    this.touch();
  }

  // One frame at a time: the next one waits until the GPU is done, so that a slow one does not fill its queue.
  private frame(): void {
    if (!this.frameIsDone() || !this.dirty) return;
    const began = performance.now();
    this.renderer.render(this.scene, this.rig.camera);
    const settled = this.splats.frameDrawn();
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence) this.pending = { fence, began, settled };
    gl.flush();
    const isSearching = !this.drawAll && this.splats.drawn > 0 && !this.budget.isFound;
    this.dirty = !settled || this.busy || isSearching;
    this.canvas.setAttribute("aria-busy", String(this.dirty));
  }

  private frameIsDone(): boolean {
    if (!this.pending) return true;
    const { fence, began, settled } = this.pending;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) return false;
    gl.deleteSync(fence);
    this.pending = null;
    if (settled && !this.busy && !this.drawAll && this.splats.drawn > 0) {
      const { drawn, total } = this.splats;
      const next = this.budget.next(drawn, total, performance.now() - began);
      if (next !== drawn) this.limitSplats(next);
    }
    return true;
  }
}
